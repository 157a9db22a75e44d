import type { Transcript, TranscriptPart, Turn } from '../../report';
import { INK } from '../colours';
import { WRITER_TEXTS } from '../texts';
import type { ValueFormat } from '../values';
import { MARGIN, type Paper, type TextStyle } from './paper';

const LABEL_WIDTH = 110;
const TEXT = { size: 9.5 } as const;
const SMALL = { size: 8, colour: INK.soft } as const;
/** A text is never cut: the paper wraps so many characters at once. */
const PIECE = 3_500;

/** Conversations one after another, each with a head; nothing of what was said is left out. */
export async function* drawTranscripts(
  paper: Paper,
  { conversations }: TranscriptPart,
  format: ValueFormat,
): AsyncIterable<Uint8Array> {
  let count = 0;
  for await (const conversation of conversations) {
    drawHead(paper, conversation, format);
    for (const turn of conversation.turns) {
      drawTurn(paper, turn, format);
      yield* paper.written();
    }
    paper.y += 18;
    count += 1;
  }
  if (count === 0) writeLines(paper, WRITER_TEXTS[format.language].noRows, TEXT);
}

function drawHead(paper: Paper, { title, facts }: Transcript, format: ValueFormat): void {
  // A head stands with what was said first.
  paper.makeRoom(60 + facts.length * 13);
  paper.line(MARGIN, paper.y, MARGIN + paper.width, paper.y, INK.brand, 1.2);
  paper.y += 8;
  writeLines(paper, title, { size: 13, style: 'bold' });
  for (const { label, value, kind } of facts) {
    paper.text(label, { x: MARGIN, y: paper.y, width: LABEL_WIDTH - 8 }, SMALL);
    writeLines(paper, format.show(value, kind), { ...SMALL, colour: INK.text }, LABEL_WIDTH);
  }
  paper.y += 8;
}

function drawTurn(
  paper: Paper,
  { at, author, isVisitor, note, text, sources }: Turn,
  format: ValueFormat,
): void {
  paper.makeRoom(34);
  const head = [author, note].filter(Boolean).join(' · ');
  const colour = isVisitor ? INK.text : INK.brand;
  paper.text(head, { x: MARGIN, y: paper.y, width: paper.width - 130 }, { size: 9, style: 'bold', colour });
  const time = at === null ? '' : format.show(at, 'instant');
  paper.text(time, { x: MARGIN + paper.width - 125, y: paper.y, width: 125 }, { ...SMALL, align: 'right' });
  paper.y += 14;
  writeLines(paper, text, TEXT);
  for (const source of sources) writeLines(paper, source, SMALL, 12);
  paper.y += 8;
}

/** All lines of a text, over as many pages as it takes. */
function writeLines(paper: Paper, text: string, style: TextStyle, indent = 0): void {
  const height = style.size * 1.4;
  const width = paper.width - indent;
  for (const paragraph of text.split('\n'))
    for (const piece of pieces(paragraph))
      for (const line of paper.wrap(piece, width, style, Number.POSITIVE_INFINITY)) {
        paper.makeRoom(height);
        paper.text(line, { x: MARGIN + indent, y: paper.y, width }, style);
        paper.y += height;
      }
}

/** A long paragraph in parts, parted at spaces where it has any. */
function pieces(paragraph: string): readonly string[] {
  const parts: string[] = [];
  let rest = paragraph;
  while (rest.length > PIECE) {
    const space = rest.lastIndexOf(' ', PIECE);
    const end = space > 0 ? space : PIECE;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}
