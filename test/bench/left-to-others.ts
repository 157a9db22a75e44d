/** What one who takes all they can get leaves to others. */
export interface Left {
  /** Of all that there is, what they got. */
  readonly takenPct: number;
  /** Of what they are to leave, what the others got. */
  readonly leftPct: number;
}

export interface Shared {
  /** What there is for all, and what one may have of it. */
  readonly all: number;
  readonly share: number;
  /** Whether one who comes as this `asker` gets one more. */
  take(asker: number): Promise<boolean>;
}

/** One asks for all that there is, and a share more; then as many others as it takes ask for what is to be left. */
export async function leftToOthers({ all, share, take }: Shared): Promise<Left> {
  let taken = 0;
  for (let count = 0; count < all + share; count += 1) if (await take(0)) taken += 1;
  let got = 0;
  for (let count = 0; count < all - share; count += 1)
    if (await take(1 + Math.floor(count / share))) got += 1;
  return { takenPct: (100 * taken) / all, leftPct: (100 * got) / (all - share) };
}
