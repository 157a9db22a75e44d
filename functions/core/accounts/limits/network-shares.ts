import { shareOfAddress, shareOfNetwork } from '#contract/accounts/limits';
import { passedOn } from './asker-usage';
import { type Amounts, refundUsage, reserveCounted, reserveUsage, type UsageCounter } from './usage-counter';

/** An asker, and the wider networks that they are in, the narrower first. */
export interface NetworkedAsker {
  readonly id: string;
  readonly wider?: readonly string[];
}

/** What was taken of a counter, to be given back. */
export interface Taken {
  readonly use: UsageCounter;
  readonly amounts: Amounts;
}

/**
 * Takes one of an asker's share of a limit, and now and then some of the wider networks' that they are in: the narrowest
 * first, and what one refuses is taken of none. Null where one of them has had its share.
 */
export async function reserveShares(
  { id, wider = [] }: NetworkedAsker,
  limits: Readonly<Record<string, number>>,
  counterOf: (id: string) => UsageCounter,
): Promise<readonly Taken[] | null> {
  const [[counter, limit] = ['', 0]] = Object.entries(limits);
  const hers = { use: counterOf(id), amounts: { [counter]: 1 } };
  const counts = await reserveCounted(hers.use, hers.amounts, { [counter]: shareOfAddress(limit) });
  if (!counts) return null;
  const around = await reserveAround({ id, wider }, { counter, limit }, Number(counts[counter]), counterOf);
  if (around) return [hers, ...around];
  await giveBack([hers]);
  return null;
}

/** Passes on what an asker's counter has come to. Null where a network around them has had its share. */
export async function reserveAround(
  { wider = [] }: NetworkedAsker,
  { counter, limit }: { readonly counter: string; readonly limit: number },
  count: number,
  counterOf: (id: string) => UsageCounter,
): Promise<readonly Taken[] | null> {
  const amount = passedOn(count);
  if (amount === 0 || limit <= 0) return [];
  const taken: Taken[] = [];
  for (const [width, network] of wider.entries()) {
    const each = { use: counterOf(network), amounts: { [counter]: amount } };
    if (await reserveUsage(each.use, each.amounts, { [counter]: shareOfNetwork(limit, width) }))
      taken.push(each);
    else {
      await giveBack(taken);
      return null;
    }
  }
  return taken;
}

export async function giveBack(taken: readonly Taken[]): Promise<void> {
  await Promise.all(taken.map(({ use, amounts }) => refundUsage(use, amounts)));
}
