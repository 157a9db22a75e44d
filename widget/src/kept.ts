import type { Entry } from './entry';

/** What this browser keeps of a conversation, so that the next page or visit can go on with it. */
export interface Kept {
  /** When something was last said. */
  readonly at: number;
  readonly token: string;
  /**
   * While a person has it, the last message that the visitor has seen, or a mark before all: she may write while the
   * visitor is on another page. The loader knows such a conversation by its third part.
   */
  readonly seenThrough: string | undefined;
}

/** Before every id. */
const NONE = '-';
const UNSENT = '.unsent';

/** Under a key of the page's storage; null keeps nothing. Storage may be forbidden: then it lasts as long as the page. */
export function createKept(key: string | null) {
  /** Of those that no server has taken, one that is this page's to keep. */
  let own: Entry | undefined;
  const using = <T>(use: (storage: Storage, key: string) => T): T | undefined => {
    try {
      return key === null ? undefined : use(localStorage, key);
    } catch {
      return undefined;
    }
  };
  return {
    read(): Kept | undefined {
      const [at, token, seenThrough] = using((storage, name) => storage.getItem(name)?.split(' ')) ?? [];
      return token ? { at: Number(at), token, seenThrough } : undefined;
    },
    write(token: string, isWithPerson: boolean, seenThrough: string) {
      using((storage, name) =>
        storage.setItem(name, `${Date.now()} ${token}${isWithPerson ? ` ${seenThrough || NONE}` : ''}`),
      );
    },
    /** What she said that no server has taken. */
    unsent(): readonly Entry[] {
      const turns = JSON.parse(using((storage, name) => storage.getItem(name + UNSENT)) ?? '[]');
      own = turns[0];
      return turns;
    },
    keepUnsent(turns: readonly Entry[]) {
      // A page that has none leaves another's alone.
      if (own || turns[0]) using((storage, name) => storage.setItem(name + UNSENT, JSON.stringify(turns)));
      own = turns[0];
    },
    forget() {
      using((storage, name) => storage.removeItem(name));
    },
  };
}
