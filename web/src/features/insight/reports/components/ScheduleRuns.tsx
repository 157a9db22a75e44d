import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import type { ReportRun, ReportSchedule, RunStatus } from '#contract/insight/reports';
import { formatCalendarDate, formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { runsQuery } from '../queries';

/** How each sending of a report went. */
export function RunsDialog({
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
      <ul className="stack">
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
export function RunLine({ run }: { readonly run: ReportRun }) {
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
