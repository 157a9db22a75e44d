import { promises as dns } from 'node:dns';

/** Gives the TXT records of a name, each as one text. None where nothing answers: a look comes again. */
export type DnsTxt = (name: string) => Promise<readonly string[]>;

const MILLISECONDS = 3_000;

/** Asks these servers (`address:port`), or those of the system. */
export function dnsTxtOf(servers?: readonly string[]): DnsTxt {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: MILLISECONDS, tries: 2 });
    if (servers) resolver.setServers(servers);
    try {
      // A record longer than 255 bytes comes in pieces.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch {
      return [];
    }
  };
}
