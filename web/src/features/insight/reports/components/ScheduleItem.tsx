import { Eye, History, MailCheck, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Clamp } from '#components/Clamp.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { ReportRequestId } from '#contract/base/ids';
import type { ReportSchedule } from '#contract/insight/reports';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useScheduleActions } from '../hooks/useScheduleActions';
import { PreviewDialog } from './PreviewDialog';
import styles from './reports.module.css';
import { RunLine, RunsDialog } from './ScheduleRuns';

/** One scheduled report: when it is sent, to whom, how the last sending went, and what may be done with it. */
export function ScheduleItem({
  schedule,
  onEdit,
}: {
  readonly schedule: ReportSchedule;
  readonly onEdit: () => void;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<'delete' | 'preview' | 'runs' | null>(null);
  /** The id of asking to send it now: confirming twice sends once. */
  const [sending, setSending] = useState<ReportRequestId | null>(null);
  const { content, timing, paused } = schedule;
  const { act, remove } = useScheduleActions(schedule, () => setSending(null));
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
  return (
    <li className={`row apart ${styles.item}`}>
      <ScheduleWords schedule={schedule} />
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

/** When a report is sent, to how many, and how the last sending went. */
function ScheduleWords({ schedule }: { readonly schedule: ReportSchedule }) {
  const { t, language } = useTexts();
  const { content, timing, recipients, paused, nextRunAt, lastRun } = schedule;
  const pending = recipients.filter(({ status }) => status === 'pending').length;
  const left = recipients.filter(({ status }) => status === 'unsubscribed').length;
  const unreached = recipients.filter(({ mailProblem }) => mailProblem !== undefined).length;
  return (
    <div className="stack tight grows">
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
  );
}

function newRequest(): ReportRequestId {
  return ReportRequestId.parse(crypto.randomUUID());
}
