import type { Meter, Usage } from '#infra/local/runtime/meter';

/** What was used, added up by who used it and by what it was. */
export class Tally {
  readonly #usages: Usage[] = [];

  readonly meter: Meter = (usage) => this.#usages.push(usage);

  /** Begins anew; gives what was used until now, without what is the tests' own. */
  take(): readonly Usage[] {
    return this.#usages.splice(0).filter(({ by }) => by !== 'operator');
  }
}

type Of<KIND extends Usage['kind']> = Extract<Usage, { readonly kind: KIND }>;

export function ofKind<KIND extends Usage['kind']>(
  usages: readonly Usage[],
  kind: KIND,
): readonly Of<KIND>[] {
  return usages.filter((usage): usage is Of<KIND> => usage.kind === kind);
}

/** Sums by a name, the largest first. */
export function sumsBy<ITEM>(
  items: readonly ITEM[],
  nameOf: (item: ITEM) => string,
  amountOf: (item: ITEM) => number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) sums.set(nameOf(item), (sums.get(nameOf(item)) ?? 0) + amountOf(item));
  return new Map([...sums].filter(([, sum]) => sum !== 0).sort(([, one], [, other]) => other - one));
}

export function writeUnits({ units, indexUnits }: Of<'write'>): number {
  return units + indexUnits;
}

export function sum<ITEM>(items: readonly ITEM[], amountOf: (item: ITEM) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}

/** What a platform of many accounts hardly pays for: the sweeps of each minute, and the stage's log of events. */
const OF_THE_STAGE = new Set(['queue-failed-answers', 'queue-health-checks']);
const LOCAL_ONLY = new Set(['LoggedEvent']);

/** Without what is the stage's and not the conversation's. */
export function ofTenants(usages: readonly Usage[]): readonly Usage[] {
  return usages.filter(
    (usage) => !OF_THE_STAGE.has(usage.by) && !(usage.kind === 'write' && LOCAL_ONLY.has(usage.entity)),
  );
}
