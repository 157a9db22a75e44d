import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, History, MailCheck, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Clamp } from '#components/Clamp.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import { ReportRequestId } from '#contract/base/ids';
import type { ActOnSchedule, ReportRun, ReportSchedule, RunStatus } from '#contract/insight/reports';
import { formatCalendarDate, formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { actOnSchedule, deleteSchedule, runsQuery, schedulesQuery } from '../queries';
import { PreviewDialog } from './PreviewDialog';
import styles from './reports.module.css';

/** One scheduled report: when it is sent, to whom, how the last sending went, and what may be done with it. */
export function ScheduleItem({
  schedule,
  onEdit,
}: {
  readonly schedule: ReportSchedule;
  readonly onEdit: () => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'delete' | 'preview' | 'runs' | null>(null);
  /** The id of asking to send it now: confirming twice sends once. */
  const [sending, setSending] = useState<ReportRequestId | null>(null);
  const { email } = useAuth().profile;
  const { id, content, timing, recipients, paused, nextRunAt, lastRun } = schedule;
  const reload = () => queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
  const onError = useErrorToast();
  const act = useMutation({
    mutationFn: (body: ActOnSchedule) => actOnSchedule(id, body),
    onSuccess: async (_, { action }) => {
      setSending(null);
      await reload();
      if (action === 'send_now')
        toast({ kind: 'success', about: content.title, text: t('reports:schedules.sending') });
      if (action === 'send_copy')
        toast({ kind: 'success', about: content.title, text: t('reports:schedules.copying', { email }) });
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => deleteSchedule(id),
    onSuccess: reload,
    onError,
  });
  const pending = recipients.filter(({ status }) => status === 'pending').length;
  const left = recipients.filter(({ status }) => status === 'unsubscribed').length;
  const items: readonly MenuItem[] = [
    {
      name: t('reports:schedules.sendNow'),
      icon: <Send size={16} aria-hidden="true" />,
      run: () => setSending(newRequest()),
    },
    {
      name: t('reports:schedules.sendCopy'),
      icon: <MailCheck size={16} aria-hidden="true" />,
      run: () => !act.isPending && act.mutate({ action: 'send_copy', id: newRequest() }),
    },
    {
      name: t('reports:schedules.preview'),
      icon: <Eye size={16} aria-hidden="true" />,
      run: () => setAsked('preview'),
    },
    {
      name: t('reports:schedules.history'),
      icon: <History size={16} aria-hidden="true" />,
      run: () => setAsked('runs'),
    },
    {
      name: t('reports:schedules.edit'),
      icon: <Pencil size={16} aria-hidden="true" />,
      run: onEdit,
    },
    {
      name: t(paused ? 'reports:schedules.resume' : 'reports:schedules.pause'),
      icon: paused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />,
      run: () => !act.isPending && act.mutate({ action: paused ? 'resume' : 'pause' }),
    },
    {
      name: t('reports:schedules.delete'),
      icon: <Trash2 size={16} aria-hidden="true" />,
      danger: true,
      run: () => setAsked('delete'),
    },
  ];
  const unreached = recipients.filter(({ mailProblem }) => mailProblem !== undefined).length;
  return (
    <li className={styles.item}>
      <div className={`stack tight ${styles.words}`}>
        <h3 className="text-m long">
          <Clamp text={content.title} />
        </h3>
        <p className="muted long">
          {t(`reports:frequencies.${timing.frequency}`)}, {timing.time} ({content.timeZone}) ·{' '}
          {t(`reports:formats.${content.format}`)} · {t('reports:recipients', { count: recipients.length })}
          {pending > 0 && ` · ${t('reports:pending', { count: pending })}`}
          {left > 0 && ` · ${t('reports:left', { count: left })}`}
          {unreached > 0 && ` · ${t('reports:undeliverable', { count: unreached })}`}
        </p>
        <p className="muted long">
          {paused || nextRunAt === null
            ? t('reports:schedules.paused')
            : t('reports:schedules.next', { at: formatDateTime(nextRunAt, language, content.timeZone) })}
        </p>
        {lastRun && <RunLine run={lastRun} />}
      </div>
      <Menu label={t('reports:schedules.actions', { name: content.title })} items={items} />
      {sending !== null && (
        <ConfirmDialog
          title={t('reports:schedules.sendNow')}
          about={content.title}
          confirmLabel={t('reports:schedules.sendNow')}
          isHarmless
          busy={act.isPending}
          onConfirm={() => act.mutate({ action: 'send_now', id: sending })}
          onCancel={() => setSending(null)}
        >
          {t('reports:schedules.sendNowText')}
        </ConfirmDialog>
      )}
      {asked === 'preview' && (
        <PreviewDialog content={content} timing={timing} onClose={() => setAsked(null)} />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('reports:schedules.deleteTitle')}
          about={content.title}
          confirmLabel={t('reports:schedules.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsked(null)}
        >
          {t('reports:schedules.deleteText')}
        </ConfirmDialog>
      )}
      {asked === 'runs' && <RunsDialog schedule={schedule} onClose={() => setAsked(null)} />}
    </li>
  );
}

function newRequest(): ReportRequestId {
  return ReportRequestId.parse(crypto.randomUUID());
}

function RunsDialog({
  schedule,
  onClose,
}: {
  readonly schedule: ReportSchedule;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const runs = useQuery(runsQuery(schedule.id));
  return (
    <Dialog title={t('reports:schedules.history')} onClose={onClose}>
      {runs.isPending && <Skeleton label="loading:analytics" lines={3} />}
      {runs.isError && <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data?.items.length === 0 && <p className="muted long">{t('reports:schedules.noRuns')}</p>}
      <ul className={styles.runs}>
        {(runs.data?.items ?? []).map((run) => (
          <li key={run.id}>
            <RunLine run={run} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const TONES: Readonly<Record<RunStatus, Tone>> = {
  running: 'busy',
  retrying: 'warn',
  sent: 'good',
  failed: 'bad',
  empty: 'neutral',
};

/** When a report was sent, of which days, to how many, or why not. */
function RunLine({ run }: { readonly run: ReportRun }) {
  const { t, language } = useTexts();
  const { status, problem, startedAt, from, to, sent, refused, unknown, attempts, trigger } = run;
  const days = [...new Set([from, to])].map((day) => formatCalendarDate(day, language)).join(' – ');
  return (
    <div className="row small">
      <StatusPill tone={TONES[status]}>{t(`reports:runs.${status}`)}</StatusPill>
      <span className="muted long">
        {formatDateTime(startedAt, language)} · {days}
        {trigger === 'copy' && ` · ${t('reports:copy')}`}
        {trigger !== 'copy' && sent > 0 && ` · ${t('reports:recipients', { count: sent })}`}
        {refused > 0 && ` · ${t('reports:refused', { count: refused })}`}
        {unknown > 0 && ` · ${t('reports:unknown', { count: unknown })}`}
        {attempts > 1 && ` · ${t('reports:attempts', { count: attempts })}`}
        {problem !== null && ` · ${t(`reports:problems.${problem}`)}`}
      </span>
    </div>
  );
}
