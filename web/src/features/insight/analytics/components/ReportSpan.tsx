import { useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { AnalyticsReport } from '#contract/insight/analytics';
import { useSaveTimeZone } from '#features/accounts/settings/queries.ts';
import { formatCalendarDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { browserTimeZone } from '#lib/time-zones';
import styles from './analytics.module.css';

type Report = Pick<AnalyticsReport, 'from' | 'to' | 'until'>;

function spanText({ from, to, until }: Report) {
  if (from === to) return until === null ? 'analytics:spanDay' : 'analytics:spanToday';
  return until === null ? 'analytics:span' : 'analytics:spanUntil';
}

/** Of which days the figures are, in whose time, and what they are compared to. */
export function ReportSpan({ report }: { readonly report: AnalyticsReport }) {
  const { t, language } = useTexts();
  const mayEdit = usePermission('settings.edit');
  const [isAsking, setAsking] = useState(false);
  const change = useSaveTimeZone();
  const date = (day: string) => formatCalendarDate(day, language);
  const own = browserTimeZone();
  return (
    <>
      <p className="faint">
        {t(spanText(report), {
          from: date(report.from),
          to: date(report.to),
          previousFrom: date(report.previousFrom),
          previousTo: date(report.previousTo),
          until: report.until ?? '',
          zone: report.timeZone,
        })}{' '}
        {mayEdit && own !== report.timeZone && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              change.reset();
              setAsking(true);
            }}
          >
            {t('analytics:useZone.action', { zone: own })}
          </button>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={t('analytics:useZone.title', { zone: own })}
          confirmLabel={t('analytics:useZone.confirm')}
          isHarmless
          busy={change.isPending}
          onConfirm={() => change.mutate(own, { onSuccess: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>{t('analytics:useZone.text', { zone: own, before: report.timeZone })}</p>
          {change.isError && <ErrorNotice error={change.error} />}
        </ConfirmDialog>
      )}
    </>
  );
}
