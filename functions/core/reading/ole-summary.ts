import { type OleContainer, viewOf } from './ole';

const PAGE_COUNT = 14;
const INTEGER = 3;

/** Pages as the program that saved the file counted them; null where it did not. */
export function pageCountOf(container: OleContainer): number | null {
  const summary = container.read('\u0005SummaryInformation');
  if (!summary || summary.length < 48) return null;
  const view = viewOf(summary);
  const number = (at: number) => (at >= 0 && at + 4 <= summary.length ? view.getUint32(at, true) : 0);
  const section = number(44);
  const count = Math.min(number(section + 4), 100);
  for (let i = 0; i < count; i++) {
    if (number(section + 8 + i * 8) !== PAGE_COUNT) continue;
    const at = section + number(section + 12 + i * 8);
    const pages = number(at + 4);
    return number(at) === INTEGER && pages > 0 && pages < 1_000_000 ? pages : null;
  }
  return null;
}
