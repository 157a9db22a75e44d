import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Options } from '#components/form/Options.tsx';
import { dayOf } from '#contract/base/calendar';
import { daysOfRange, NAMED_RANGES, type NamedRange } from '#contract/base/named-ranges';
import type { Bot } from '#contract/bots/bots';
import { CONVERSATION_STATUSES } from '#contract/conversations/conversation-status';
import { useTexts } from '#i18n/index';
import { LANGUAGES } from '#i18n/languages';
import { useAuth } from '#lib/session/session';
import { browserTimeZone, timeZoneName } from '#lib/time-zones';
import { type ConversationFilter, rangeOf } from '../filter';
import { agentsQuery } from '../queries';
import styles from './filters.module.css';

export type Change = (part: Partial<ConversationFilter>) => void;

/** What a list of conversations is narrowed by beside words. Without `bots` it is of one bot. */
export function FilterFields({
  filter,
  bots,
  onChange,
}: {
  readonly filter: ConversationFilter;
  readonly bots: readonly Pick<Bot, 'id' | 'name'>[] | undefined;
  readonly onChange: Change;
}) {
  const { t } = useTexts();
  const agents = useQuery(agentsQuery);
  return (
    <div className={`stack snug ${styles.filterRow}`}>
      {filter.view === 'all' && (
        <FilterSelect
          label={t('conversations:filters.status')}
          any={t('conversations:filters.anyStatus')}
          value={filter.status}
          onChange={(status) => onChange({ status })}
        >
          <Options of={CONVERSATION_STATUSES}>{(status) => t(`conversations:status.${status}`)}</Options>
        </FilterSelect>
      )}
      {bots && (
        <FilterSelect
          label={t('conversations:filters.bot')}
          any={t('conversations:filters.anyBot')}
          value={filter.botId}
          onChange={(botId) => onChange({ botId })}
        >
          <Options of={bots} value={({ id }) => id}>
            {({ name }) => name}
          </Options>
        </FilterSelect>
      )}
      <RangeFields filter={filter} onChange={onChange} />
      <FilterSelect
        label={t('conversations:filters.assignee')}
        any={t('conversations:filters.anyone')}
        value={filter.assignee}
        onChange={(assignee) => onChange({ assignee })}
      >
        <option value="nobody">{t('conversations:assign.nobody')}</option>
        <Options of={agents.data} value={({ userId }) => userId}>
          {({ name }) => name}
        </Options>
      </FilterSelect>
      <FilterSelect
        label={t('conversations:filters.stars')}
        any={t('conversations:filters.anyStars')}
        value={filter.stars}
        onChange={(stars) => onChange({ stars })}
      >
        <Options of={[5, 4, 3, 2, 1]}>{(count) => t('conversations:stars', { count })}</Options>
      </FilterSelect>
      <FilterSelect
        label={t('conversations:facts.language')}
        any={t('conversations:filters.anyLanguage')}
        value={filter.language}
        onChange={(language) => onChange({ language })}
      >
        <Options of={LANGUAGES} value={({ code }) => code}>
          {({ code }) => t(`common:languages.${code}`)}
        </Options>
      </FilterSelect>
      <FilterSelect
        label={t('conversations:filters.answers')}
        any={t('conversations:filters.anyAnswers')}
        value={filter.unanswered}
        onChange={(unanswered) => onChange({ unanswered })}
      >
        <option value="yes">{t('conversations:filters.unanswered')}</option>
      </FilterSelect>
    </div>
  );
}

/** The days: a range that has a name, or any first and last one. */
function RangeFields({
  filter,
  onChange,
}: {
  readonly filter: ConversationFilter;
  readonly onChange: Change;
}) {
  const { t } = useTexts();
  const { timeZone } = useAuth().account;
  const today = dayOf(new Date(), timeZone);
  const named = rangeOf(filter, today);
  const [isCustom, setIsCustom] = useState(false);
  const hasDays = filter.from !== '' || filter.to !== '';
  const range = isCustom || (hasDays && named === null) ? 'custom' : (named ?? '');
  const choose = (chosen: NamedRange | 'custom' | '') => {
    setIsCustom(chosen === 'custom');
    if (chosen === '') onChange({ from: '', to: '' });
    else if (chosen !== 'custom') onChange(daysOfRange(chosen, today));
  };
  return (
    <>
      <FilterSelect
        label={t('conversations:filters.range')}
        any={t('conversations:filters.anyTime')}
        value={range}
        onChange={choose}
      >
        <Options of={NAMED_RANGES}>{(each) => t(`conversations:ranges.${each}`)}</Options>
        <option value="custom">{t('conversations:filters.customRange')}</option>
      </FilterSelect>
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
      {range !== '' && browserTimeZone() !== timeZone && (
        <p className="note">{t('conversations:filters.zone', { zone: timeZoneName(timeZone) })}</p>
      )}
    </>
  );
}

/** One of many; `any` narrows nothing. */
function FilterSelect<Value extends string>({
  label,
  any,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
}) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value as Value)}>
      <option value="">{any}</option>
      {children}
    </SelectField>
  );
}
