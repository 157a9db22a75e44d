import type { StoredConversation } from './entity';

/** Queries and fragments may carry what is nobody's business. */
export function withoutQuery(page: string): string {
  return page.replace(/[?#].*$/s, '');
}

/** What changes where the visitor is on another page than was known. */
export function movedTo(
  { page: began, currentPage = began }: Pick<StoredConversation, 'page' | 'currentPage'>,
  page: string | undefined,
): Pick<StoredConversation, 'currentPage'> {
  const now = page === undefined ? currentPage : withoutQuery(page);
  return now === currentPage || now === undefined ? {} : { currentPage: now };
}
