import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { Row } from '#components/layout.tsx';
import { useToast } from '#components/toasts.tsx';
import { ReportScheduleId, ReportTemplateId } from '#contract/base/ids';
import type { ReportContent, ReportSchedule, Timing } from '#contract/insight/reports';
import { useTexts } from '#i18n/index';
import { useErrorToast } from '#lib/use-error-toast';
import { addressesOf, problemOf, type ScheduleDraft } from '../draft';
import { createSchedule, saveTemplate, schedulesQuery, templatesQuery, updateSchedule } from '../queries';
import { PreviewDialog } from './PreviewDialog';
import { ContentFields, TimingFields } from './ReportFields';

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
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
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
    onError: tellError,
  });
  return (
    <FormDialog
      title={t(schedule ? 'reports:schedules.edit' : 'reports:schedules.new')}
      submitLabel={t('reports:schedules.save')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => {
        setTried(true);
        if (problem === null) save.mutate();
      }}
      onClose={onClose}
    >
      <ContentFields content={content} problem={shown} onChange={setContent} />
      <TimingFields content={content} timing={timing} onContent={setContent} onTiming={setTiming} />
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
      <Row>
        <Button isDisabled={isUnfinished} onClick={() => setPreviewed(true)}>
          {t('reports:schedules.preview')}
        </Button>
        <Button isLoading={keep.isPending} isDisabled={isUnfinished} onClick={() => keep.mutate()}>
          {t('reports:templates.save')}
        </Button>
      </Row>
      {isPreviewed && <PreviewDialog content={content} timing={timing} onClose={() => setPreviewed(false)} />}
    </FormDialog>
  );
}

/** Of fifty addresses. */
const MOST_ADDRESS_CHARACTERS = 13_000;
