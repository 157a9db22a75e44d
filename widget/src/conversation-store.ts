import type { ConversationId } from '#contract/base/ids';
import type { ChatState } from './chat-state';
import type { Entry } from './entry';

/** What this browser keeps of a conversation, so that the next page or visit can go on with it. */
export interface StoredConversation {
  readonly token: string;
  readonly conversationId: ConversationId | undefined;
  /** When something was last said. */
  readonly at: number;
  /**
   * While a person has the conversation: the last message that the visitor has seen, or `NOTHING_SEEN`. By it the loader
   * knows that an answer may have come while the visitor was on another page.
   */
  readonly seenThrough?: string;
}

/** What is kept, for a day, of a conversation that was left: the team knows them by the same number in the next one. */
type LeftConversation = Omit<StoredConversation, 'token' | 'seenThrough'>;

const DAY = 86_400_000;

/** Sorts before every message id. */
const NOTHING_SEEN = '-';

type Written = Pick<ChatState, 'grant' | 'seenThrough'> & { readonly isWithPerson: boolean };

/** Under a key of the page's storage; null keeps nothing. Where storage is forbidden, nothing outlives the page. */
export function createConversationStore(key: string | null) {
  const kept = () => readFrom<StoredConversation | LeftConversation>(() => localStorage, key);
  return {
    read(): StoredConversation | undefined {
      const stored = kept();
      return stored && 'token' in stored ? stored : undefined;
    },
    /** The id of the conversation before. */
    previous(): ConversationId | undefined {
      const stored = kept();
      return stored && Date.now() - stored.at < DAY ? stored.conversationId : undefined;
    },
    write(token: string, { grant, isWithPerson, seenThrough }: Written) {
      const stored: StoredConversation = {
        token,
        conversationId: grant?.conversationId ?? kept()?.conversationId,
        at: Date.now(),
        ...(isWithPerson && { seenThrough: seenThrough || NOTHING_SEEN }),
      };
      writeTo(() => localStorage, key, stored);
    },
    /** Leaves that conversation, unless another tab has begun another one meanwhile. */
    leave(token: string | null) {
      const stored = kept();
      if (stored && 'token' in stored && stored.token === token)
        writeTo(() => localStorage, key, {
          conversationId: stored.conversationId,
          at: Date.now(),
        } satisfies LeftConversation);
    },
    forget: () => writeTo(() => localStorage, key, null),
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
