import { promises as dns } from 'node:dns';

/** Gives the TXT records of a name, each as one text. None where nothing answers: a look comes again. */
export type TextRecords = (name: string) => Promise<readonly string[]>;

const MILLISECONDS = 3_000;

/** By the system's resolver. */
export const textRecords: TextRecords = async (name) => {
  const resolver = new dns.Resolver({ timeout: MILLISECONDS, tries: 2 });
  try {
    // A record longer than 255 bytes comes in pieces.
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch {
    return [];
  }
};
