import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Language } from '#contract/accounts/profile';
import type { Bot } from '#contract/bots/bots';
import { ConversationStatus } from '#contract/conversations/conversations';
import { useTexts } from '#i18n/index';
import { type ConversationFilter, daysOf, hasMoreFilters, RANGES, type Range, rangeOf } from '../filter';
import { agentsQuery } from '../queries';
import styles from './filters.module.css';

/** Milliseconds after the last letter until words are searched. */
const SETTLE = 400;

/** What the list is narrowed by; without `bots` it is of one bot. */
export function Filters({
  filter,
  bots,
  onChange,
}: {
  readonly filter: ConversationFilter;
  readonly bots?: readonly Pick<Bot, 'id' | 'name'>[] | undefined;
  readonly onChange: (part: Partial<ConversationFilter>) => void;
}) {
  const { t } = useTexts();
  const agents = useQuery(agentsQuery);
  const named = rangeOf(filter, new Date());
  const [isCustom, setIsCustom] = useState(false);
  const hasDays = filter.from !== '' || filter.to !== '';
  const range = isCustom || (hasDays && named === null) ? 'custom' : (named ?? '');
  const chooseRange = (value: string) => {
    setIsCustom(value === 'custom');
    if (value === '') onChange({ from: '', to: '' });
    else if (value !== 'custom') onChange(daysOf(value as Range, new Date()));
  };
  return (
    <search className={styles.filters} aria-label={t('conversations:filters.label')}>
      <WordsField value={filter.text} onChange={(text) => onChange({ text })} />
      <div className={styles.filterRow}>
        <SelectField
          label={t('conversations:filters.status')}
          value={filter.status}
          onChange={({ target }) => onChange({ status: target.value as ConversationFilter['status'] })}
        >
          <option value="">{t('conversations:filters.anyStatus')}</option>
          {ConversationStatus.options.map((status) => (
            <option key={status} value={status}>
              {t(`conversations:status.${status}`)}
            </option>
          ))}
        </SelectField>
        {bots && (
          <SelectField
            label={t('conversations:filters.bot')}
            value={filter.botId}
            onChange={({ target }) => onChange({ botId: target.value })}
          >
            <option value="">{t('conversations:filters.anyBot')}</option>
            {bots.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label={t('conversations:filters.range')}
          value={range}
          onChange={({ target }) => chooseRange(target.value)}
        >
          <option value="">{t('conversations:filters.anyTime')}</option>
          {RANGES.map((each) => (
            <option key={each} value={each}>
              {t(`conversations:ranges.${each}`)}
            </option>
          ))}
          <option value="custom">{t('conversations:filters.customRange')}</option>
        </SelectField>
        {range === 'custom' && (
          <>
            <TextField
              type="date"
              label={t('conversations:filters.from')}
              value={filter.from}
              {...(filter.to && { max: filter.to })}
              onChange={({ target }) => onChange({ from: target.value })}
            />
            <TextField
              type="date"
              label={t('conversations:filters.to')}
              value={filter.to}
              {...(filter.from && { min: filter.from })}
              onChange={({ target }) => onChange({ to: target.value })}
            />
          </>
        )}
      </div>
      <details className={styles.moreFilters} open={hasMoreFilters(filter)}>
        <summary>{t('conversations:filters.more')}</summary>
        <div className={styles.filterRow}>
          <SelectField
            label={t('conversations:filters.assignee')}
            value={filter.assignee}
            onChange={({ target }) => onChange({ assignee: target.value })}
          >
            <option value="">{t('conversations:filters.anyone')}</option>
            <option value="nobody">{t('conversations:assign.nobody')}</option>
            {agents.data?.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('conversations:filters.stars')}
            value={filter.stars}
            onChange={({ target }) => onChange({ stars: target.value })}
          >
            <option value="">{t('conversations:filters.anyStars')}</option>
            {[5, 4, 3, 2, 1].map((count) => (
              <option key={count} value={count}>
                {t('conversations:stars', { count })}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('conversations:facts.language')}
            value={filter.language}
            onChange={({ target }) => onChange({ language: target.value as ConversationFilter['language'] })}
          >
            <option value="">{t('conversations:filters.anyLanguage')}</option>
            {Language.options.map((language) => (
              <option key={language} value={language}>
                {t(`common:languages.${language}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('conversations:filters.answers')}
            value={filter.unanswered}
            onChange={({ target }) => onChange({ unanswered: target.value === 'yes' ? 'yes' : '' })}
          >
            <option value="">{t('conversations:filters.anyAnswers')}</option>
            <option value="yes">{t('conversations:filters.unanswered')}</option>
          </SelectField>
        </div>
      </details>
    </search>
  );
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
    <TextField
      type="search"
      label={t('conversations:filters.text')}
      placeholder={t('conversations:filters.textHint')}
      value={typed}
      maxLength={100}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
