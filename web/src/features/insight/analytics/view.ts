import { TIME_RANGES, type TimeRange } from '#contract/insight/analytics';

/** What figures are looked at by, and the views of each; the first is what one comes to. */
export const SUBJECTS = {
  overview: ['overview', 'compare'],
  conversations: ['conversations', 'satisfaction'],
  knowledge: ['topics', 'gaps'],
  path: ['funnel', 'flow'],
  costs: ['cost'],
  live: ['live'],
  custom: ['custom'],
} as const;
type Subject = keyof typeof SUBJECTS;
export type ViewName = (typeof SUBJECTS)[Subject][number];

const SUBJECT_NAMES = Object.keys(SUBJECTS) as readonly Subject[];
const VIEWS: readonly ViewName[] = Object.values(SUBJECTS).flat();

/** The subjects and their views; without what is of a whole account, for a single bot. */
export function subjectsOf(isOneBot: boolean): readonly (readonly [Subject, readonly ViewName[]])[] {
  return SUBJECT_NAMES.map((subject): readonly [Subject, readonly ViewName[]] => [
    subject,
    SUBJECTS[subject].filter((view) => !isOneBot || !OF_ACCOUNT.includes(view)),
  ]).filter(([, views]) => views.length > 0);
}

/** What is of the whole account, whichever bot is looked at. */
const OF_ACCOUNT: readonly ViewName[] = ['compare', 'live', 'custom'];

/** Which figures: of when, and of which bots; none: of all. */
export interface Scope {
  readonly range: TimeRange;
  readonly from: string;
  readonly to: string;
  readonly bots: readonly string[];
}

export interface AnalyticsView extends Scope {
  readonly view: ViewName;
}

/** What the address says. What it doesn't, or says wrong, is the usual. */
export function readView(address: URLSearchParams): AnalyticsView {
  const [from, to] = [dayIn(address.get('from')), dayIn(address.get('to'))];
  const isReversed = from !== '' && to !== '' && from > to;
  return {
    view: VIEWS.find((name) => name === address.get('view')) ?? 'overview',
    range: TIME_RANGES.find((name) => name === address.get('range')) ?? '30d',
    ...(isReversed ? { from: '', to: '' } : { from, to }),
    bots: (address.get('bots') ?? '').split(',').filter((id) => id !== ''),
  };
}

export function writeView({ view, range, from, to, bots }: AnalyticsView): URLSearchParams {
  const address = new URLSearchParams();
  if (view !== 'overview') address.set('view', view);
  if (range !== '30d') address.set('range', range);
  if (range === 'custom') {
    address.set('from', from);
    address.set('to', to);
  }
  if (bots.length > 0) address.set('bots', bots.join(','));
  return address;
}

/** What the server is asked. A custom range that lacks a day is asked for as today's, until it has both. */
export function toQuery({ range, from, to, bots }: Scope) {
  const isWhole = from !== '' && to !== '';
  return {
    ...(range === 'custom' ? (isWhole ? { range, from, to } : { range: 'today' as const }) : { range }),
    ...(bots.length > 0 && { bots: bots.join(',') }),
  };
}

function dayIn(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
