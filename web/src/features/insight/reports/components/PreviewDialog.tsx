import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { ExportId } from '#contract/base/ids';
import { periodBefore } from '#contract/insight/report-period';
import type { ReportContent, Timing } from '#contract/insight/reports';
import { ExportState } from '#features/insight/exports/ExportDialog.tsx';
import { createExport, putExport } from '#features/insight/exports/export-queries.ts';
import { formatCalendarDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';

/** The file of a report as it would be sent now, for who puts it together. */
export function PreviewDialog({
  content,
  timing,
  onClose,
}: {
  readonly content: ReportContent;
  readonly timing: Timing;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const queryClient = useQueryClient();
  const [period] = useState(() => periodBefore(timing, account.timeZone, new Date()));
  const { mutate, ...made } = useMutation({
    mutationFn: () => createExport({ id: ExportId.parse(crypto.randomUUID()), content, ...period }),
    onSuccess: (file) => putExport(queryClient, file),
  });
  useEffect(() => mutate(), [mutate]);
  const dates = {
    from: formatCalendarDate(period.from, language),
    to: formatCalendarDate(period.to, language),
  };
  return (
    <Dialog title={t('reports:schedules.preview')} size="small" onClose={onClose}>
      <p>{t('reports:schedules.previewText', dates)}</p>
      {made.isError && <ErrorNotice error={made.error} onRetry={() => mutate()} />}
      {made.data ? (
        <ExportState made={made.data} onClose={onClose} onAgain={() => mutate()} />
      ) : (
        !made.isError && <Skeleton label="loading:analytics" lines={2} />
      )}
    </Dialog>
  );
}
