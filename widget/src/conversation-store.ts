import type { Entry } from './entry';

/** What this browser keeps of a conversation, so that the next page or visit can go on with it. */
export interface StoredConversation {
  readonly token: string;
  /** When something was last said. */
  readonly at: number;
  /**
   * While a person has the conversation: the last message that the visitor has seen, or `NOTHING_SEEN`. By it the loader
   * knows that an answer may have come while the visitor was on another page.
   */
  readonly seenThrough?: string;
}

/** Sorts before every message id. */
const NOTHING_SEEN = '-';

/** Under a key of the page's storage; null keeps nothing. Where storage is forbidden, nothing outlives the page. */
export function createConversationStore(key: string | null) {
  return {
    read: (): StoredConversation | undefined => readFrom(() => localStorage, key),
    write(token: string, { isWithPerson, seenThrough }: { isWithPerson: boolean; seenThrough: string }) {
      const stored: StoredConversation = {
        token,
        at: Date.now(),
        ...(isWithPerson && { seenThrough: seenThrough || NOTHING_SEEN }),
      };
      writeTo(() => localStorage, key, stored);
    },
    /** Forgets that conversation, unless another tab has begun another one meanwhile; without a token whichever there is. */
    forget(token: string | null = null) {
      const stored = readFrom<StoredConversation>(() => localStorage, key);
      if (!token || stored?.token === token) writeTo(() => localStorage, key, null);
    },
    /** Messages that no server has taken: of this tab alone, whose next page shows them. */
    readUnsent: () => readFrom<readonly Entry[]>(() => sessionStorage, key) ?? [],
    writeUnsent(entries: readonly Entry[]) {
      writeTo(() => sessionStorage, key, entries.length > 0 ? entries : null);
    },
  };
}

/** Reading the property throws already where storage is forbidden, so the storage is given as a function. */
function readFrom<T>(storage: () => Storage, key: string | null): T | undefined {
  try {
    return key === null ? undefined : (JSON.parse(storage()[key]) as T);
  } catch {
    return undefined;
  }
}

function writeTo(storage: () => Storage, key: string | null, value: unknown): void {
  if (key === null) return;
  try {
    if (value === null) delete storage()[key];
    else storage()[key] = JSON.stringify(value);
  } catch {
    // Full or forbidden.
  }
}
