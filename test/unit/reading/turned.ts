import { concatTransformationMatrix, degrees, type PDFDocument, type PDFPage } from 'pdf-lib';
import { type Box, boxOf, cornersOf, type Matrix } from '#core/reading/pdf-matrix';

/** Of an A4 page that lies on its side or head until a reader turns it: its size, and where what is drawn upright goes. */
const TURNED: Readonly<Record<Turn, { readonly size: [number, number]; readonly matrix: Matrix }>> = {
  0: { size: [595, 842], matrix: [1, 0, 0, 1, 0, 0] },
  90: { size: [842, 595], matrix: [0, 1, -1, 0, 842, 0] },
  180: { size: [595, 842], matrix: [-1, 0, 0, -1, 595, 842] },
  270: { size: [842, 595], matrix: [0, -1, 1, 0, 0, 595] },
};

export type Turn = (typeof TURNS)[number];
export const TURNS = [0, 90, 180, 270] as const;

/** A page that is turned by so many degrees; what is drawn on it stands as on one that is not. */
export function addTurned(document: PDFDocument, turn: Turn): PDFPage {
  const { size, matrix } = TURNED[turn];
  const page = document.addPage(size);
  page.setRotation(degrees(turn));
  page.pushOperators(concatTransformationMatrix(...matrix));
  return page;
}

/** Where a box of the upright page lies on the turned one, as annotations have it. */
export function turnedBox(box: Box, turn: Turn): Box {
  return boxOf(cornersOf(TURNED[turn].matrix, box));
}
