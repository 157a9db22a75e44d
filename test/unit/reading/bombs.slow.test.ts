import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMON_JS } from '#bin/build/functions';
import { extract } from '#core/reading/extract';
import { createIsolatedExtractor } from '#core/reading/isolated';
import {
  ascii85,
  deflatedBlanks,
  deflatedTwice,
  lzwBlanks,
  pdfOf,
  pdfWithObjectStream,
  streamOf,
} from './bombs';

const MEGABYTE = 1024 ** 2;
const HELLO = Buffer.from('BT /F1 12 Tf 50 700 Td (Open from nine to five.) Tj ET');

const reasonOf = (pdf: Buffer) =>
  extract(pdf, 'pdf').then(
    () => null,
    (error: { readonly reason?: unknown }) => error.reason,
  );

describe('a PDF whose streams inflate too far', () => {
  let twice: Buffer;
  beforeAll(async () => {
    twice = await deflatedTwice(512 * MEGABYTE);
  });

  it.each([
    ['as the contents of a page, deflated twice', () => pdfOf(streamOf('/Filter [/FlateDecode /Fl]', twice))],
    [
      'as the contents of a page, deflated thrice',
      () => pdfOf(streamOf('/Filter [/Fl /Fl /Fl]', deflateSync(twice))),
    ],
    [
      'with a predictor',
      () => pdfOf(streamOf('/Filter [/Fl /Fl] /DecodeParms [null << /Predictor 12 /Columns 5 >>]', twice)),
    ],
    ['as an object stream', () => pdfWithObjectStream('[/FlateDecode /FlateDecode]', twice)],
    [
      'as the table of a font',
      () =>
        pdfOf(
          streamOf('', HELLO),
          '/ExtGState << /G 6 0 R >>',
          '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>',
          streamOf('/Filter [/FlateDecode /FlateDecode]', twice),
        ),
    ],
  ])('is refused before it is opened: %s', async (_, pdf) => {
    const before = process.cpuUsage();
    expect(pdf().length).toBeLessThan(6_000);
    expect(await reasonOf(pdf())).toBe('expands_too_far');
    const { user, system } = process.cpuUsage(before);
    // Inflating all of it takes more than ten.
    expect((user + system) / 1e6).toBeLessThan(4);
  });

  it('is refused where many streams do so together', async () => {
    const some = await deflatedBlanks(60 * MEGABYTE);
    const further = Array.from({ length: 10 }, () => streamOf('/Filter /FlateDecode', some));
    expect(await reasonOf(pdfOf(streamOf('', HELLO), '', ...further))).toBe('expands_too_far');
  });

  it('is read where only its images do', async () => {
    const image = streamOf(
      `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8
      /Filter [/FlateDecode /FlateDecode]`,
      twice,
    );
    const drawn = Buffer.concat([Buffer.from('q 500 0 0 500 0 0 cm /I Do Q '), HELLO]);
    const { blocks } = await extract(pdfOf(streamOf('', drawn), '/XObject << /I 6 0 R >>', image), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual(['Open from nine to five.']);
  });

  it('is read where a damaged stream inflates to nothing', async () => {
    const damaged = streamOf('/Filter /FlateDecode', Buffer.from('not deflated'));
    const { blocks } = await extract(pdfOf(streamOf('', HELLO), '', damaged), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual(['Open from nine to five.']);
  });
});

describe('a PDF that fills the memory of the process that reads it', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-bombs-'));
    const entry = (part: string) =>
      fileURLToPath(new URL(`../../../functions/queue/ingest.${part}.ts`, import.meta.url));
    await build({
      entryPoints: { extraction: entry('extraction'), parser: entry('parser') },
      ...COMMON_JS,
      outdir: folder,
      logLevel: 'error',
    });
    // Beside the bundle, as the build puts them.
    const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    cpSync(join(pdfjs, 'cmaps'), join(folder, 'cmaps'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['by LZW', async () => pdfOf(streamOf('/Filter /LZWDecode', lzwBlanks(640 * MEGABYTE)))],
    [
      'by Flate behind ASCII85',
      async () =>
        pdfOf(streamOf('/Filter [/ASCII85Decode /Fl /Fl]', ascii85(await deflatedTwice(640 * MEGABYTE)))),
    ],
  ])('fails alone, %s, and the next is read', async (_, pdf) => {
    const script = pathToFileURL(join(folder, 'extraction.cjs'));
    const { extract } = createIsolatedExtractor(script, { seconds: 60, megabytes: 400 });
    const before = process.memoryUsage.rss();
    await expect(extract(await pdf(), 'pdf')).rejects.toMatchObject({ reason: 'expands_too_far' });
    // What it inflated was never this process'.
    expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
    const { blocks } = await extract(pdfOf(streamOf('', HELLO)), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual(['Open from nine to five.']);
  });
});
