import { AUTH_PREFIX, readStored, writeStored } from '#lib/storage';

/** Of this window; signing out takes it away with all that is stored for the person. */
const KEY = `${AUTH_PREFIX}drafts`;
const ofWindow = () => sessionStorage;

/** Texts that are kept: of the conversations that were written in last. */
const MOST = 20;

type Kind = 'reply' | 'note';
interface Draft {
  readonly conversationId: string;
  readonly kind: Kind;
  readonly text: string;
}

/** What was begun in a conversation and not sent; empty where nothing was. */
export function readDraft(conversationId: string, kind: Kind): string {
  return (
    readAll().find((draft) => draft.conversationId === conversationId && draft.kind === kind)?.text ?? ''
  );
}

export function hasDraft(conversationId: string): boolean {
  return readAll().some((draft) => draft.conversationId === conversationId);
}

/** Another conversation may be opened, or the page read anew: the text is there again. */
export function keepDraft(conversationId: string, kind: Kind, text: string): void {
  const all = readAll();
  const others = all.filter((draft) => draft.conversationId !== conversationId || draft.kind !== kind);
  const isEmpty = text.trim() === '';
  if (isEmpty && others.length === all.length) return;
  const kept = isEmpty ? others : [...others, { conversationId, kind, text }].slice(-MOST);
  writeStored(KEY, kept.length === 0 ? null : JSON.stringify(kept), ofWindow);
}

function readAll(): readonly Draft[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY, ofWindow) ?? '[]');
    return Array.isArray(stored) ? (stored as readonly Draft[]).filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(draft: Partial<Draft> | null): boolean {
  return typeof draft?.conversationId === 'string' && typeof draft.text === 'string';
}
