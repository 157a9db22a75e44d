import type { PdfMarks } from './pdf-marks';
import { apply, type Box, type Matrix } from './pdf-matrix';
import type { PdfText } from './pdf-text';

/** As pdf.js hands them over; each kind has some of it. */
export interface Annotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: string;
  readonly unsafeUrl?: string;
  readonly hidden?: boolean;
  readonly quadPoints?: ArrayLike<number> | null;
  readonly fieldType?: string | null;
  readonly fieldValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly pushButton?: boolean;
  readonly password?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
  readonly contentsObj?: { readonly str?: string };
}

/** Annotations where they stand on a page that is held another way. */
export function turnedBy(matrix: Matrix, annotations: readonly Annotation[]): readonly Annotation[] {
  const turned = (points: ArrayLike<number>) =>
    Array.from(points, (_, at) => apply(matrix, points[at & ~1] ?? 0, points[at | 1] ?? 0)[at & 1] as number);
  return annotations.map(({ rect = [], quadPoints, ...annotation }) => ({
    ...annotation,
    rect: turned(rect),
    quadPoints: quadPoints ? turned(quadPoints) : null,
  }));
}

/** What of the annotations marks the text: what is struck out, and where links lead. */
export function annotationMarks(annotations: readonly Annotation[]): Pick<PdfMarks, 'struck' | 'links'> {
  const seen = annotations.filter(({ hidden }) => !hidden);
  return {
    struck: seen.filter(({ subtype }) => subtype === 'StrikeOut').flatMap(boxesOf),
    links: seen.flatMap((annotation) => {
      const address = annotation.subtype === 'Link' ? (annotation.url ?? annotation.unsafeUrl) : undefined;
      return address ? boxesOf(annotation).map((box) => ({ box, address })) : [];
    }),
  };
}

/** Of an annotation over several lines one each. */
function boxesOf({ quadPoints, rect = [] }: Annotation): Box[] {
  const points = Array.from(quadPoints ?? []);
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= points.length; at += 8) boxes.push(around(points.slice(at, at + 8)));
  return boxes.length > 0 ? boxes : rect.length === 4 ? [around(rect)] : [];
}

function around(points: readonly number[]): Box {
  const xs = points.filter((_, at) => at % 2 === 0);
  const ys = points.filter((_, at) => at % 2 === 1);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A page's texts with what its form's fields hold, each behind its label, and a box before the words that it stands at. */
export function withFields(texts: readonly PdfText[], annotations: readonly Annotation[]): PdfText[] {
  const filled = [...texts];
  for (const annotation of annotations) {
    const said = annotation.hidden ? null : saidBy(annotation);
    const [box] = said === null ? [] : boxesOf({ ...annotation, quadPoints: null });
    if (said === null || !box) continue;
    const [left, low, , high] = box;
    const isBeside = ({ text, y, size }: PdfText) =>
      text.trim() !== '' && y + size * 0.3 > low - size * 0.3 && y + size * 0.3 < high + size * 0.3;
    const label = filled.findLastIndex((text) => isBeside(text) && text.x < left);
    const behind = filled.findIndex((text) => isBeside(text) && text.x >= left);
    const beside = filled[label] ?? filled[behind];
    const size = beside?.size ?? USUAL_SIZE;
    const y = beside?.y ?? (low + high) / 2 - size * 0.3;
    // As wide as nothing: what stands behind it is as far away as the file has it.
    const own: PdfText = {
      text: said,
      x: left,
      y,
      width: size * 0.3,
      size,
      font: beside?.font ?? '',
      endsLine: false,
    };
    if (label >= 0) {
      const before = filled[label] as PdfText;
      // Near its label, however far away the field begins.
      const x = before.x + before.width + size * 0.3;
      filled[label] = { ...before, endsLine: false };
      filled.splice(label + 1, 0, { ...own, x, endsLine: before.endsLine });
    } else if (behind >= 0) filled.splice(behind, 0, own);
    else filled.push({ ...own, endsLine: true });
  }
  return filled;
}

const USUAL_SIZE = 11;

/** Null for what holds nothing. */
function saidBy(annotation: Annotation): string | null {
  const { subtype, fieldType, fieldValue, checkBox, radioButton, password } = annotation;
  if (subtype === 'FreeText') return annotation.contentsObj?.str?.trim() || null;
  if (subtype !== 'Widget' || password) return null;
  if (checkBox || radioButton) {
    const on = checkBox ? annotation.exportValue : annotation.buttonValue;
    return fieldValue && fieldValue === on ? '☑' : '☐';
  }
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return null;
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const text = values.filter((value) => typeof value === 'string' && value.trim() !== '').join(', ');
  return text === '' ? null : text;
}
