import type { Element } from 'domhandler';
import type { TreeNode } from './block';
import { attribute, child, childrenOf, elementsIn, localName, textIn } from './ooxml';

interface Series {
  readonly name: string;
  readonly categories: readonly string[];
  readonly values: readonly string[];
}

const MOST_SERIES = 100;
const MOST_POINTS = 2_000;

/** What a chart of Office shows as a table: categories by row and series by column, under its title. */
export function chartNodes(space: Element | undefined): TreeNode[] {
  const chart = child(space, 'chart');
  const title = child(chart, 'title');
  const series = (child(space, 'chartData') ? newerSeries(space) : olderSeries(chart)).slice(0, MOST_SERIES);
  const said = elementsIn(title, 't').map(textIn).join('');
  const caption = said || elementsIn(title, 'v').map(textIn).join('');
  const categories = series.find((each) => each.categories.length > 0)?.categories ?? [];
  const length = Math.max(0, ...series.map(({ values }) => values.length));
  if (length === 0) return caption ? [{ role: 'paragraph', content: [caption] }] : [];
  const rows = [
    ['', ...series.map(({ name }) => name)],
    ...Array.from({ length }, (_, at) => [
      categories[at] ?? '',
      ...series.map(({ values }) => values[at] ?? ''),
    ]),
  ];
  return [
    {
      role: 'table',
      caption: caption ? [caption] : undefined,
      rows: rows.map((cells, at) => ({
        cells: cells.map((text) => ({
          content: [{ role: 'paragraph', content: [text] }],
          isHeader: at === 0,
        })),
      })),
    },
  ];
}

function olderSeries(chart: Element | null): Series[] {
  return elementsIn(chart, 'ser').map((each) => ({
    name: pointsOf(child(each, 'tx'))[0] ?? '',
    categories: pointsOf(child(each, 'cat') ?? child(each, 'xVal')),
    values: pointsOf(child(each, 'val') ?? child(each, 'yVal')),
  }));
}

/** As Office 2016 and later keep waterfalls, funnels and the like: their data apart, by its number. */
function newerSeries(space: Element | undefined): Series[] {
  const data = elementsIn(child(space, 'chartData'), 'data');
  return elementsIn(child(space, 'chart'), 'series').map((each) => {
    const id = attribute(child(each, 'dataId'), 'val');
    const own = data.find((one) => attribute(one, 'id') === id);
    return {
      name: elementsIn(child(each, 'tx'), 'v').map(textIn).join(''),
      categories: pointsOf(child(own, 'strDim')),
      values: pointsOf(child(own, 'numDim')),
    };
  });
}

/** As the chart's program saved what it drew last. Of categories in groups each is named with its group. */
function pointsOf(source: Element | null): string[] {
  const levels = elementsIn(source, 'lvl');
  const [own, ...groups] = (levels.length > 0 ? levels : source ? [source] : []).map(pointsIn);
  return (own ?? []).map((name, at) => {
    // A group is named where it begins.
    const above = groups.map((names) => names.slice(0, at + 1).findLast((group) => group !== '') ?? '');
    return [...above.reverse(), name].filter(Boolean).join(' ');
  });
}

function pointsIn(source: Element): string[] {
  const points: string[] = [];
  const [named] = elementsIn(source, 'formatCode');
  const format = named ? textIn(named) : (attribute(source, 'formatCode') ?? '');
  for (const point of elementsIn(source, 'pt')) {
    const at = Number(attribute(point, 'idx') ?? 0);
    if (!(at < MOST_POINTS)) continue;
    const value = childrenOf(point).find((element) => localName(element) === 'v');
    points[at] = shown(textIn(value ?? point), format);
  }
  return Array.from(points, (point) => point ?? '');
}

/** With what the format adds to the number: a percent sign, a unit; a day as one. */
function shown(text: string, format: string): string {
  const number = Number(text);
  if (format === '' || text.trim() === '' || !Number.isFinite(number)) return text;
  const [first = ''] = format.split(';');
  const plain = first.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (OF_DAYS.test(plain)) return dayOf(number, plain);
  if (plain.includes('%')) return `${exact(number * 100)} %`;
  const unit = /"([^"]*)"|\[\$([^\]-]+)|(\p{Sc})/u.exec(first)?.slice(1).find(Boolean)?.trim();
  return unit ? `${exact(number)} ${unit}` : exact(number);
}

const OF_DAYS = /(?<![a-z])(?:d{1,4}|y{2,4})(?![a-z])/i;

function exact(number: number): string {
  return String(Number(number.toPrecision(12)));
}

/** Days from the one that spreadsheets count from. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;

function dayOf(number: number, format: string): string {
  const date = new Date(EPOCH + Math.floor(number) * DAY);
  if (Number.isNaN(date.getTime())) return String(number);
  const [year = '', month = '', day = ''] = date.toISOString().split(/[-T]/);
  const name = (length: 'long' | 'short') =>
    new Intl.DateTimeFormat('en', { month: length, timeZone: 'UTC' }).format(date);
  return format.replace(/y+|m+|d+|[h:s]+/gi, (part) => {
    const sign = part.charAt(0).toLowerCase();
    if (sign === 'y') return part.length > 2 ? year : year.slice(-2);
    if (sign === 'd') return part.length > 1 ? day : String(Number(day));
    if (sign !== 'm') return '';
    if (part.length > 2) return name(part.length > 3 ? 'long' : 'short');
    return part.length > 1 ? month : String(Number(month));
  });
}
