import { Button, SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormActions } from '#components/form/FormActions.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { TimeZoneField } from '#components/form/TimeZoneField.tsx';
import { Row } from '#components/layout.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { useToast } from '#components/toasts.tsx';
import { Language } from '#contract/accounts/profile';
import { FILE_FORMATS } from '#contract/base/file-format';
import { ReportScheduleId, ReportTemplateId } from '#contract/base/ids';
import {
  Frequency,
  MAX_REPORT_BOTS,
  MAX_REPORT_DESCRIPTION,
  MAX_REPORT_TITLE,
  RawData,
  type ReportContent,
  type ReportSchedule,
  ReportView,
  type Timing,
  Weekday,
} from '#contract/insight/reports';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { addressesOf, problemOf, type ScheduleDraft } from '../draft';
import {
  botsQuery,
  createSchedule,
  saveTemplate,
  schedulesQuery,
  templatesQuery,
  updateSchedule,
} from '../queries';
import { PreviewDialog } from './PreviewDialog';
import styles from './reports.module.css';

/** Puts a scheduled report together, or changes one. */
export function ScheduleDialog({
  draft: beginning,
  schedule,
  recipientLimit,
  onClose,
}: {
  readonly draft: ScheduleDraft;
  readonly schedule: ReportSchedule | null;
  readonly recipientLimit: number;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const bots = useQuery(botsQuery);
  const [draft, setDraft] = useState(beginning);
  const [tried, setTried] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [id] = useState(() => crypto.randomUUID());
  const { content, timing } = draft;
  const problem = problemOf(draft, recipientLimit);
  const isUnfinished = problem === 'title' || problem === 'content';
  const shown = tried ? problem : null;
  const setContent = (changes: Partial<ReportContent>) =>
    setDraft({ ...draft, content: { ...content, ...changes } });
  const setTiming = (changes: Partial<Timing>) => setDraft({ ...draft, timing: { ...timing, ...changes } });
  const save = useMutation({
    mutationFn: () => {
      const body = { content, timing, recipients: [...addressesOf(draft.recipients)] };
      return schedule
        ? updateSchedule(schedule.id, { ...body, version: schedule.version })
        : createSchedule({ ...body, id: ReportScheduleId.parse(id) });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      toast({ kind: 'success', about: content.title, text: t('reports:schedules.saved') });
      onClose();
    },
  });
  const keep = useMutation({
    mutationFn: () =>
      saveTemplate(ReportTemplateId.parse(crypto.randomUUID()), { name: content.title, content }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
      toast({ kind: 'success', about: content.title, text: t('reports:templates.saved') });
    },
    onError: (error) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) }),
  });
  return (
    <Dialog title={t(schedule ? 'reports:schedules.edit' : 'reports:schedules.new')} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problem === null) save.mutate();
        }}
      >
        <TextInput
          label={t('reports:fields.title')}
          value={content.title}
          most={MAX_REPORT_TITLE}
          problem={shown === 'title' ? 'reports:invalid.title' : null}
          onChange={({ target }) => setContent({ title: target.value })}
        />
        <TextAreaInput
          label={t('reports:fields.description')}
          value={content.description}
          length={content.description.length}
          least={0}
          most={MAX_REPORT_DESCRIPTION}
          rows={2}
          onChange={({ target }) => setContent({ description: target.value })}
        />
        <Choices
          label={t('reports:fields.someBots', { count: MAX_REPORT_BOTS })}
          options={(bots.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          chosen={content.botIds}
          most={MAX_REPORT_BOTS}
          onChange={(botIds) => setContent({ botIds: [...botIds] })}
        />
        <Choices
          label={t('reports:fields.views')}
          options={ReportView.options.map((value) => ({ value, label: t(`reports:views.${value}`) }))}
          chosen={content.views}
          onChange={(views) => setContent({ views: [...views] })}
        />
        <div className={styles.pair}>
          <Toggle
            label={t('reports:fields.metrics')}
            checked={content.metrics}
            onChange={(metrics) => setContent({ metrics })}
          />
          <Toggle
            label={t('reports:fields.charts')}
            checked={content.charts}
            onChange={(charts) => setContent({ charts })}
          />
        </div>
        <Choices
          label={t('reports:fields.rawData')}
          options={RawData.options.map((value) => ({ value, label: t(`reports:raw.${value}`) }))}
          chosen={content.rawData}
          onChange={(rawData) => setContent({ rawData: [...rawData] })}
        />
        {shown === 'content' && (
          <p role="alert" className="problem">
            {t('reports:invalid.content')}
          </p>
        )}
        <Segmented
          label={t('reports:fields.format')}
          value={content.format}
          options={FILE_FORMATS.map((value) => ({ value, label: t(`reports:formats.${value}`) }))}
          onChange={(format) => setContent({ format })}
        />
        <Segmented
          label={t('reports:fields.frequency')}
          value={timing.frequency}
          options={Frequency.options.map((value) => ({ value, label: t(`reports:frequencies.${value}`) }))}
          onChange={(frequency) => setTiming({ frequency })}
        />
        <div className={styles.pair}>
          {timing.frequency === 'weekly' && (
            <SelectField
              label={t('reports:fields.weekday')}
              value={timing.weekday}
              onChange={({ target }) => setTiming({ weekday: Weekday.parse(target.value) })}
            >
              {Weekday.options.map((day) => (
                <option key={day} value={day}>
                  {t(`reports:weekdays.${day}`)}
                </option>
              ))}
            </SelectField>
          )}
          {timing.frequency === 'monthly' && (
            <SelectField
              label={t('reports:fields.monthDay')}
              value={String(timing.monthDay)}
              onChange={({ target }) =>
                setTiming({ monthDay: target.value === 'last' ? 'last' : Number(target.value) })
              }
            >
              {MONTH_DAYS.map((day) => (
                <option key={day} value={day}>
                  {day === 'last' ? t('reports:lastDay') : `${day}.`}
                </option>
              ))}
            </SelectField>
          )}
          <TextInput
            label={t('reports:fields.time')}
            type="time"
            value={timing.time}
            required
            onChange={({ target }) => setTiming({ time: target.value.slice(0, 5) })}
          />
          <TimeZoneField
            label={t('reports:fields.timeZone')}
            value={content.timeZone}
            onChange={(timeZone) => setContent({ timeZone })}
          />
          <SelectField
            label={t('reports:fields.language')}
            value={content.language}
            onChange={({ target }) => setContent({ language: Language.parse(target.value) })}
          >
            {Language.options.map((language) => (
              <option key={language} value={language}>
                {t(`reports:languages.${language}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <TextAreaInput
          label={t('reports:fields.recipients')}
          descriptiveText={t('reports:fields.recipientsHint')}
          value={draft.recipients}
          length={draft.recipients.length}
          least={0}
          most={MOST_ADDRESS_CHARACTERS}
          rows={3}
          problem={
            shown === 'recipients' || shown === 'address' || shown === 'tooMany'
              ? `reports:invalid.${shown}`
              : null
          }
          onChange={({ target }) => setDraft({ ...draft, recipients: target.value })}
        />
        {save.isError && <ErrorNotice error={save.error} />}
        <Row>
          <Button isDisabled={isUnfinished} onClick={() => setPreviewed(true)}>
            {t('reports:schedules.preview')}
          </Button>
          <Button isLoading={keep.isPending} isDisabled={isUnfinished} onClick={() => keep.mutate()}>
            {t('reports:templates.save')}
          </Button>
        </Row>
        {isPreviewed && (
          <PreviewDialog content={content} timing={timing} onClose={() => setPreviewed(false)} />
        )}
        <FormActions submitLabel={t('reports:schedules.save')} isBusy={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Of fifty addresses. */
const MOST_ADDRESS_CHARACTERS = 13_000;

const MONTH_DAYS = [...Array.from({ length: 28 }, (_, at) => String(at + 1)), 'last'] as const;

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
