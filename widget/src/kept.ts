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

/** Under a key of the page's storage; null keeps nothing. Storage may be forbidden: then it lasts as long as the page. */
export function createKept(key: string | null) {
  const using = <T>(use: (storage: Storage, key: string) => T): T | undefined => {
    try {
      return key === null ? undefined : use(localStorage, key);
    } catch {
      return undefined;
    }
  };
  return {
    read(): Kept | undefined {
      const [at, token, seenThrough] = using((storage, name) => storage[name]?.split(' ')) ?? [];
      return token ? { at: Number(at), token, seenThrough } : undefined;
    },
    write(token: string, isWithPerson: boolean, seenThrough: string) {
      using((storage, name) => {
        storage[name] = `${Date.now()} ${token}${isWithPerson ? ` ${seenThrough || NONE}` : ''}`;
      });
    },
    /** What she said that no server has taken: of this tab alone, whose next page it is shown on. */
    unsent: () => using((_, name) => JSON.parse(sessionStorage[name]) as readonly Entry[]) ?? [],
    keepUnsent(turns: readonly Entry[]) {
      using((_, name) => {
        if (turns[0]) sessionStorage[name] = JSON.stringify(turns);
        else delete sessionStorage[name];
      });
    },
    /** That conversation, where another tab has not begun one meanwhile; or whichever there is. */
    forget(token: string | null = '') {
      using((storage, name) => storage[name]?.includes(token as string) && delete storage[name]);
    },
  };
}
