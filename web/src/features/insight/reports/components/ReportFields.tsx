import { SelectField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Options } from '#components/form/Options.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { TimeZoneField } from '#components/form/TimeZoneField.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { Language } from '#contract/accounts/profile';
import { EXPORT_FORMATS } from '#contract/base/export-format';
import {
  Frequency,
  MAX_REPORT_BOTS,
  MAX_REPORT_DESCRIPTION,
  MAX_REPORT_TITLE,
  RawData,
  type ReportContent,
  ReportView,
  type Timing,
  Weekday,
} from '#contract/insight/reports';
import { useTexts } from '#i18n/index';
import type { DraftProblem } from '../draft';
import { botsQuery } from '../queries';
import styles from './reports.module.css';

/** What a report has in it. */
export function ContentFields({
  content,
  problem,
  onChange,
}: {
  readonly content: ReportContent;
  readonly problem: DraftProblem | null;
  readonly onChange: (changes: Partial<ReportContent>) => void;
}) {
  const { t } = useTexts();
  const bots = useQuery(botsQuery);
  return (
    <>
      <TextInput
        label={t('reports:fields.title')}
        value={content.title}
        most={MAX_REPORT_TITLE}
        problem={problem === 'title' ? 'reports:invalid.title' : null}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextAreaInput
        label={t('reports:fields.description')}
        value={content.description}
        length={content.description.length}
        least={0}
        most={MAX_REPORT_DESCRIPTION}
        rows={2}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Choices
        label={t('reports:fields.someBots', { count: MAX_REPORT_BOTS })}
        options={(bots.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        chosen={content.botIds}
        most={MAX_REPORT_BOTS}
        onChange={(botIds) => onChange({ botIds: [...botIds] })}
      />
      <Choices
        label={t('reports:fields.views')}
        options={ReportView.options.map((value) => ({ value, label: t(`reports:views.${value}`) }))}
        chosen={content.views}
        onChange={(views) => onChange({ views: [...views] })}
      />
      <div className={`stack ${styles.pair}`}>
        <Toggle
          label={t('reports:fields.metrics')}
          checked={content.metrics}
          onChange={(metrics) => onChange({ metrics })}
        />
        <Toggle
          label={t('reports:fields.charts')}
          checked={content.charts}
          onChange={(charts) => onChange({ charts })}
        />
      </div>
      <Choices
        label={t('reports:fields.rawData')}
        options={RawData.options.map((value) => ({ value, label: t(`reports:raw.${value}`) }))}
        chosen={content.rawData}
        onChange={(rawData) => onChange({ rawData: [...rawData] })}
      />
      {problem === 'content' && (
        <p role="alert" className="problem">
          {t('reports:invalid.content')}
        </p>
      )}
      <Segmented
        label={t('reports:fields.format')}
        value={content.format}
        options={EXPORT_FORMATS.map((value) => ({ value, label: t(`reports:formats.${value}`) }))}
        onChange={(format) => onChange({ format })}
      />
    </>
  );
}

const MONTH_DAYS = [...Array.from({ length: 28 }, (_, at) => String(at + 1)), 'last'] as const;

/** When it comes, by which clock, and in which language. */
export function TimingFields({
  content,
  timing,
  onContent,
  onTiming,
}: {
  readonly content: ReportContent;
  readonly timing: Timing;
  readonly onContent: (changes: Partial<ReportContent>) => void;
  readonly onTiming: (changes: Partial<Timing>) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <Segmented
        label={t('reports:fields.frequency')}
        value={timing.frequency}
        options={Frequency.options.map((value) => ({ value, label: t(`reports:frequencies.${value}`) }))}
        onChange={(frequency) => onTiming({ frequency })}
      />
      <div className={`stack ${styles.pair}`}>
        {timing.frequency === 'weekly' && (
          <SelectField
            label={t('reports:fields.weekday')}
            value={timing.weekday}
            onChange={({ target }) => onTiming({ weekday: Weekday.parse(target.value) })}
          >
            <Options of={Weekday.options}>{(day) => t(`reports:weekdays.${day}`)}</Options>
          </SelectField>
        )}
        {timing.frequency === 'monthly' && (
          <SelectField
            label={t('reports:fields.monthDay')}
            value={String(timing.monthDay)}
            onChange={({ target }) =>
              onTiming({ monthDay: target.value === 'last' ? 'last' : Number(target.value) })
            }
          >
            <Options of={MONTH_DAYS}>{(day) => (day === 'last' ? t('reports:lastDay') : `${day}.`)}</Options>
          </SelectField>
        )}
        <TextInput
          label={t('reports:fields.time')}
          type="time"
          value={timing.time}
          required
          onChange={({ target }) => onTiming({ time: target.value.slice(0, 5) })}
        />
        <TimeZoneField
          label={t('reports:fields.timeZone')}
          value={content.timeZone}
          onChange={(timeZone) => onContent({ timeZone })}
        />
        <SelectField
          label={t('reports:fields.language')}
          value={content.language}
          onChange={({ target }) => onContent({ language: Language.parse(target.value) })}
        >
          <Options of={Language.options}>{(language) => t(`reports:languages.${language}`)}</Options>
        </SelectField>
      </div>
    </>
  );
}

function Choices<T extends string>({
  label,
  options,
  chosen,
  most = options.length,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly most?: number;
  readonly onChange: (chosen: readonly T[]) => void;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            disabled={chosen.length >= most && !chosen.includes(option.value)}
            onChange={({ target }) =>
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((value) => (value === option.value ? target.checked : chosen.includes(value))),
              )
            }
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
