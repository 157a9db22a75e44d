import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { dayOf } from '#contract/base/calendar';
import type { Bot } from '#contract/bots/bots';
import { countsQuestions, readCountedAs } from '#contract/insight/counted-as';
import { metricName, metricNamed } from '#contract/insight/metrics';
import { formatCalendarDate, formatNumber } from '#i18n/format';
import { type Translate, useTexts } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';
import { useAuth, usePermission } from '#lib/session/session';
import { type ConversationFilter, NO_FILTER, rangeOf } from '../filter';
import { agentsQuery, topicsQuery } from '../queries';
import { type Change, FilterFields } from './FilterFields';
import styles from './filters.module.css';

/** Milliseconds after the last letter until words are searched. */
const SETTLE = 400;

/**
 * One field for words, and behind a button what else the list is narrowed by, of which each stands below with a way to
 * drop it. Without `bots` it is of one bot.
 */
export function Filters({
  filter,
  bots,
  onChange,
  children,
}: {
  readonly filter: ConversationFilter;
  readonly bots?: readonly Pick<Bot, 'id' | 'name'>[] | undefined;
  readonly onChange: Change;
  /** Filters that were kept. */
  readonly children?: ReactNode;
}) {
  const { t, language } = useTexts();
  const panel = useId();
  const inUse = useInUse(filter, bots);
  return (
    <search className="stack small" aria-label={t('conversations:filters.label')}>
      <div className={styles.searchRow}>
        <WordsField value={filter.text} onChange={(text) => onChange({ text })} />
        <button
          type="button"
          className={`inset-focus ${styles.filterButton}`}
          data-used={inUse.length > 0}
          popoverTarget={panel}
          aria-haspopup="dialog"
        >
          <ListFilter size={17} aria-hidden="true" />
          {t('conversations:filters.button')}
          {inUse.length > 0 && (
            <span className={`badge ${styles.count}`}>{formatNumber(inUse.length, language)}</span>
          )}
        </button>
      </div>
      <div
        id={panel}
        popover="auto"
        role="dialog"
        aria-label={t('conversations:filters.label')}
        className={`floats high ${styles.panel}`}
      >
        <FilterFields filter={filter} bots={bots} onChange={onChange} />
        {children}
      </div>
      {inUse.length > 0 && (
        <ul className={`row ${styles.inUse}`} aria-label={t('conversations:filters.inUse')}>
          {inUse.map(({ name, off }) => (
            <li key={Object.keys(off).join()}>
              <button
                type="button"
                className={`inset-focus ${styles.used}`}
                aria-label={t('conversations:filters.drop', { name })}
                onClick={() => onChange(off)}
              >
                {name}
                <X size={13} aria-hidden="true" />
              </button>
            </li>
          ))}
          {inUse.length > 1 && (
            <li>
              <Button
                size="small"
                variation="link"
                onClick={() => onChange(Object.assign({}, ...inUse.map(({ off }) => off)))}
              >
                {t('conversations:filters.dropAll')}
              </Button>
            </li>
          )}
        </ul>
      )}
      {countsQuestions(filter.counted) && (
        <p className="note">{t('conversations:filters.countsQuestions')}</p>
      )}
    </search>
  );
}

interface InUse {
  readonly name: string;
  /** What drops it. */
  readonly off: Partial<ConversationFilter>;
}

/** What the list is narrowed by beside words, as a person says it. */
function useInUse(
  filter: ConversationFilter,
  bots: readonly Pick<Bot, 'id' | 'name'>[] | undefined,
): readonly InUse[] {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const agents = useQuery(agentsQuery);
  const topic = useTopicTitle(filter);
  const named: readonly (readonly [keyof ConversationFilter, string])[] = [
    ['status', filter.status && filter.view === 'all' ? t(`conversations:status.${filter.status}`) : ''],
    ['botId', bots && filter.botId ? (bots.find(({ id }) => id === filter.botId)?.name ?? '…') : ''],
    ['assignee', assigneeOf(filter, agents.data ?? [], t)],
    ['stars', filter.stars && t('conversations:stars', { count: Number(filter.stars) })],
    ['language', filter.language && t(`common:languages.${filter.language}`)],
    ['unanswered', filter.unanswered && t('conversations:filters.unanswered')],
    ['counted', topic ?? (filter.counted && countedName(filter.counted, t, language))],
  ];
  const range = rangeOf(filter, dayOf(new Date(), account.timeZone));
  const days = [filter.from, filter.to].map((day) => (day ? formatCalendarDate(day, language) : '…'));
  const hasDays = filter.from !== '' || filter.to !== '';
  return [
    ...named
      .filter(([, name]) => name !== '')
      .map(([key, name]) => ({ name, off: { [key]: NO_FILTER[key] } })),
    ...(hasDays
      ? [{ name: range ? t(`conversations:ranges.${range}`) : days.join(' – '), off: { from: '', to: '' } }]
      : []),
  ];
}

/** The metric, topic or page; of a part of a chart only that it is one. */
function countedName(filter: string, t: Translate, language: LanguageCode): string {
  const { kind, names } = readCountedAs(filter);
  const [name = ''] = names;
  const metric = metricNamed(name);
  if (kind === 'DAY') return metric ? metricName(metric, language) : t('conversations:filters.figure');
  return kind === 'TOPICS' ? name.slice(1) : name;
}

/** What analytics show a counted topic as, whose name may be but words of questions. */
function useTopicTitle(filter: ConversationFilter): string | undefined {
  const { kind, names } = readCountedAs(filter.counted);
  const isOfDays = kind === 'TOPICS' && filter.from !== '' && filter.to !== '';
  const topics = useQuery({
    ...topicsQuery(filter),
    enabled: usePermission('analytics.view') && isOfDays,
  });
  const counter = names[0]?.slice(1) ?? '';
  if (topics.isLoading) return '…';
  return topics.data?.find(({ name, merged, phrases }) => [name, ...merged, ...phrases].includes(counter))
    ?.title;
}

function assigneeOf(
  { assignee }: ConversationFilter,
  agents: readonly { readonly userId: string; readonly name: string }[],
  t: Translate,
): string {
  if (assignee === '') return '';
  if (assignee === 'nobody') return t('conversations:views.unassigned');
  return agents.find(({ userId }) => userId === assignee)?.name ?? '…';
}

/** Words are searched when nothing was typed for a moment: each search is a call. */
function WordsField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(value);
  // Another address, by a link or the way back.
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for what is typed, whoever listens
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), SETTLE);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <div className={styles.words}>
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={t('conversations:filters.text')}
        placeholder={t('conversations:filters.textHint')}
        value={typed}
        maxLength={100}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
