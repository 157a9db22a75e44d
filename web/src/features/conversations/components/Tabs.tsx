import type { ConversationsWithPeople } from '#contract/conversations/inbox';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { shownOf } from '../desk';
import type { ConversationFilter } from '../filter';
import { isDeskView, VIEWS, type View } from '../views';
import styles from './filters.module.css';

/** The views of the inbox, each with how many it holds: what the page has read, and no counter beside it. */
export function Tabs({
  filter,
  desk,
  onChoose,
}: {
  readonly filter: ConversationFilter;
  readonly desk: ConversationsWithPeople | undefined;
  readonly onChoose: (view: View) => void;
}) {
  const { t, language } = useTexts();
  const { profile } = useAuth();
  const countOf = (view: View): string | null => {
    if (!desk || view === 'all') return null;
    if (view === 'bot') return `${formatNumber(desk.withBot, language)}${desk.isMore.withBot ? '+' : ''}`;
    const count = isDeskView(view) ? shownOf(desk, view, filter, profile.id).length : 0;
    const isMore = desk.isMore.waiting || (view !== 'waiting' && desk.isMore.answered);
    return `${formatNumber(count, language)}${isMore ? '+' : ''}`;
  };
  return (
    <nav className={styles.tabs} aria-label={t('conversations:views.label')}>
      {VIEWS.map((view) => {
        const count = countOf(view);
        return (
          <button
            key={view}
            type="button"
            className={styles.tab}
            aria-current={view === filter.view ? 'page' : undefined}
            data-view={view}
            onClick={() => onChoose(view)}
          >
            {t(`conversations:views.${view}`)}
            {count !== null && <span className={styles.count}>{count}</span>}
          </button>
        );
      })}
    </nav>
  );
}
