import type { ConversationSummary } from '#contract/conversations/inbox';
import type { Translate } from '#i18n/index';

type Visitor = Pick<ConversationSummary, 'visitorName' | 'visitorNumber' | 'currentPage'>;

/** What a visitor is called: by name, or the number that tells them from others. */
export function nameOf({ visitorName, visitorNumber }: Visitor, t: Translate): string {
  return visitorName ?? t('conversations:visitorNumber', { number: visitorNumber });
}

/** The page that a visitor is on, as short as it is understood: its path, or of a start page the host. */
export function pageOf({ currentPage }: Pick<Visitor, 'currentPage'>): string | null {
  if (currentPage === null || !URL.canParse(currentPage)) return currentPage;
  const { host, pathname } = new URL(currentPage);
  return pathname === '/' ? host.replace(/^www\./, '') : pathname.replace(/\/$/, '');
}
