import { createDeflate, deflateSync } from 'node:zlib';

/** A PDF of one page with these contents, and what else it is made of, from object 6 on. */
export function pdfOf(contents: Buffer, resources = '', ...further: readonly (string | Buffer)[]): Buffer {
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
    contents,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...further,
  ]);
}

/** One whose catalogue lies in an object stream. */
export function pdfWithObjectStream(filters: string, data: Buffer): Buffer {
  const head = Buffer.from('%PDF-1.5\n');
  const objects = numbered(2, streamOf(`/Type /ObjStm /N 1 /First 4 /Filter ${filters}`, data));
  const table = head.length + objects.length;
  const entries = Buffer.alloc(4 * 7);
  const put = (object: number, type: number, at: number) => {
    entries.writeUInt8(type, object * 7);
    entries.writeUInt32BE(at, object * 7 + 1);
  };
  put(1, 2, 2);
  put(2, 1, head.length);
  put(3, 1, table);
  const references = numbered(3, streamOf('/Type /XRef /Size 4 /W [1 4 2] /Root 1 0 R', entries));
  return Buffer.concat([head, objects, references, Buffer.from(`startxref\n${table}\n%%EOF\n`)]);
}

export function streamOf(dictionary: string, data: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** Blanks, deflated: a thousandth of what they inflate to. */
export async function deflatedBlanks(bytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const blanks = Buffer.alloc(1024 * 1024, ' ');
  for (let left = bytes; left > 0; left -= blanks.length) {
    if (!deflate.write(blanks)) await new Promise((drained) => deflate.once('drain', drained));
  }
  deflate.end();
  await new Promise((ended) => deflate.once('end', ended));
  return Buffer.concat(chunks);
}

/** Deflated once more: a millionth. */
export async function deflatedTwice(bytes: number): Promise<Buffer> {
  return deflateSync(await deflatedBlanks(bytes), { level: 9 });
}

/** Blanks as LZW has them: each code one blank longer than the one before, until the table is full. */
export function lzwBlanks(bytes: number): Buffer {
  const [CLEAR, END, FIRST, FULL] = [256, 257, 258, 4_094];
  const written: number[] = [];
  let pending = 0;
  let bits = 0;
  const put = (code: number, width: number) => {
    pending = (pending << width) | code;
    bits += width;
    for (; bits >= 8; bits -= 8) written.push((pending >> (bits - 8)) & 255);
    pending &= (1 << bits) - 1;
  };
  const widthAt = (next: number) => (next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12);
  put(CLEAR, 9);
  for (let made = 0; made < bytes; ) {
    put(0x20, 9);
    made += 1;
    for (let next = FIRST; next < FULL && made < bytes; next++) {
      put(next, widthAt(next));
      made += next - FIRST + 2;
    }
    put(CLEAR, 12);
  }
  put(END, 9);
  if (bits > 0) written.push((pending << (8 - bits)) & 255);
  return Buffer.from(written);
}

/** As ASCII85 has it; four zeros as one letter. */
export function ascii85(data: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < data.length; at += 4) {
    const group = Buffer.alloc(4);
    const length = data.copy(group, 0, at);
    let value = group.readUInt32BE();
    if (value === 0 && length === 4) {
      text += 'z';
      continue;
    }
    let digits = '';
    for (let digit = 0; digit < 5; digit++) {
      digits = String.fromCharCode(33 + (value % 85)) + digits;
      value = Math.floor(value / 85);
    }
    text += digits.slice(0, length + 1);
  }
  return Buffer.from(`${text}~>`);
}

function numbered(number: number, object: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
}

function written(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = numbered(index + 1, object);
    offsets.push(at);
    parts.push(part);
    at += part.length;
  }
  const size = objects.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`)]);
}
