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
  const { profile, account } = useAuth();
  const reader = { userId: profile.id, timeZone: account.timeZone };
  const countOf = (view: View): string | null => {
    if (!desk || view === 'all') return null;
    if (view === 'bot') return `${formatNumber(desk.withBot, language)}${desk.isMore.withBot ? '+' : ''}`;
    const count = isDeskView(view) ? shownOf(desk, view, filter, reader).length : 0;
    const isMore = desk.isMore.waiting || (view !== 'waiting' && desk.isMore.answered);
    return `${formatNumber(count, language)}${isMore ? '+' : ''}`;
  };
  const isBehind = BEHIND.includes(filter.view);
  return (
    <nav className={styles.tabs} aria-label={t('conversations:views.label')}>
      {VIEWS.map((view) => {
        const count = countOf(view);
        return (
          <button
            key={view}
            type="button"
            className={`brightens inset-focus muted ${styles.tab}`}
            aria-current={view === filter.view ? 'page' : undefined}
            data-calls={view === 'waiting' && count !== '0'}
            data-behind={BEHIND.includes(view)}
            onClick={() => onChoose(view)}
          >
            {t(`conversations:views.${view}`)}
            {count !== null && <span className={`badge ${styles.count}`}>{count}</span>}
          </button>
        );
      })}
      <select
        className={`inset-focus muted ${styles.others}`}
        aria-label={t('conversations:views.others')}
        data-current={isBehind}
        value={isBehind ? filter.view : ''}
        onChange={({ target }) => onChoose(target.value as View)}
      >
        {!isBehind && <option value="">{t('conversations:views.others')}</option>}
        {BEHIND.map((view) => {
          const count = countOf(view);
          const name = t(`conversations:views.${view}`);
          return (
            <option key={view} value={view}>
              {count === null ? name : `${name} (${count})`}
            </option>
          );
        })}
      </select>
    </nav>
  );
}

/** Those that a narrow list has in a menu behind the first ones. */
const BEHIND: readonly View[] = VIEWS.slice(2);
