import type { PublicBot } from '../../functions/contract/public-bot';

/** Leaves out of what a page wishes a configuration to be what would break, or mislead, who reads it, and warns of it. */
export function keepFit(wishes: Record<string, unknown>, bot: Partial<PublicBot>): void {
  for (const name in wishes) {
    const value = wishes[name];
    if (
      typeof (bot[name as keyof PublicBot] ?? value) === typeof value &&
      [value].flat().every((each) =>
        // An answer that is held back for hours never comes, and minutes past a day are too many for a timer.
        typeof each === 'number' ? each <= (name === 'responseDelay' ? 10 : 1440) : typeof each !== 'object',
      ) &&
      (name !== 'avatarUrl' || /^(http|data|\/|$)/.test(value as string))
    )
      continue;
    delete wishes[name];
    console.warn(`Parley: ${name}`);
  }
}
