import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportFormat } from '#contract/base/export-format';
import { ExportId } from '#contract/base/ids';
import { FIRST_DAY, LAST_DAY } from '#contract/insight/analytics';
import { hasContent } from '#contract/insight/report-contents';
import type { Export, RawData, ReportContent } from '#contract/insight/reports';
import { formatBytes, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useLiveEvents } from '#lib/live-context';
import { useAuth } from '#lib/session/session';
import { createSubmissionIds } from '#lib/submission';
import { Dialog } from '../../../components/Dialog';
import { ErrorNotice } from '../../../components/ErrorNotice';
import styles from '../../../components/exports/exports.module.css';
import { FormActions } from '../../../components/form/FormActions';
import { TextInput } from '../../../components/form/TextInput';
import { Segmented } from '../../../components/Segmented';
import { Toggle } from '../../../components/Toggle';
import { createExport, downloadExport, exportQuery, isUnderWay, putExport } from './export-queries';
import type { ExportedView } from './exported-view';

const FORMATS: readonly ExportFormat[] = ['pdf', 'xlsx', 'csv', 'json'];
const RAW: readonly RawData[] = ['conversations', 'messages', 'unanswered'];

/** Exports a view or raw data: chosen, then written, then there to be saved. */
export function ExportDialog({ onClose, ...view }: ExportedView & { readonly onClose: () => void }) {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const queryClient = useQueryClient();
  const [idOf] = useState(() => createSubmissionIds());
  const [title, setTitle] = useState(view.title);
  const [format, setFormat] = useState<ExportFormat>('pdf');
  const [charts, setCharts] = useState(true);
  const [raw, setRaw] = useState<readonly RawData[]>([]);
  const [from, setFrom] = useState(view.from);
  const [to, setTo] = useState(view.to);
  const isEmpty = !hasContent({ views: [...view.views], metrics: true, charts, rawData: [...raw] });
  const start = useMutation({
    mutationFn: (content: ReportContent) => {
      const what = { content, from, to };
      return createExport({ id: ExportId.parse(idOf(what)), ...what });
    },
    onSuccess: (made) => putExport(queryClient, made),
  });
  if (start.data)
    return (
      <Dialog title={t('reports:export.title')} size="small" onClose={onClose}>
        <ExportState made={start.data} onClose={onClose} onAgain={() => start.reset()} />
      </Dialog>
    );
  return (
    <Dialog title={t('reports:export.title')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty || title.trim() === '') return;
          start.mutate({
            title,
            description: '',
            botIds: [...view.botIds],
            views: [...view.views],
            metrics: true,
            charts,
            rawData: [...raw],
            format,
            language,
            timeZone: account.timeZone,
          });
        }}
      >
        <TextInput
          label={t('reports:fields.title')}
          value={title}
          maxLength={120}
          required
          onChange={({ target }) => setTitle(target.value)}
        />
        <Segmented
          label={t('reports:fields.format')}
          value={format}
          options={FORMATS.map((value) => ({ value, label: t(`reports:formats.${value}`) }))}
          onChange={setFormat}
        />
        <div className={`stack ${styles.days}`}>
          <TextInput
            label={t('reports:fields.from')}
            type="date"
            value={from}
            min={FIRST_DAY}
            max={to}
            required
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextInput
            label={t('reports:fields.to')}
            type="date"
            value={to}
            min={from}
            max={LAST_DAY}
            required
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        {view.views.length > 0 && format === 'pdf' && (
          <Toggle label={t('reports:fields.charts')} checked={charts} onChange={setCharts} />
        )}
        <fieldset className={`stack ${styles.group}`}>
          <legend>{t('reports:fields.rawData')}</legend>
          {RAW.map((data) => (
            <Toggle
              key={data}
              label={t(`reports:raw.${data}`)}
              checked={raw.includes(data)}
              onChange={(on) => setRaw(on ? [...raw, data] : raw.filter((other) => other !== data))}
            />
          ))}
        </fieldset>
        {isEmpty && <p className="muted">{t('reports:export.empty')}</p>}
        {start.isError && <ErrorNotice error={start.error} />}
        <FormActions
          submitLabel={t('reports:export.start')}
          busyLabel={t('reports:export.exporting')}
          isBusy={start.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** How far an export is, and the file when it is there. */
export function ExportState({
  made,
  onClose,
  onAgain,
}: {
  readonly made: Export;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { data = made } = useQuery({ ...exportQuery(made.id), initialData: made });
  useLiveEvents((event) => {
    if (event.type === 'export.changed' && event.exportId === made.id)
      void queryClient.invalidateQueries({ queryKey: exportQuery(made.id).queryKey });
  });
  const save = useMutation({ mutationFn: () => downloadExport(made.id) });
  if (isUnderWay(data))
    return (
      <div className="stack">
        <p role="status">{t('reports:export.exporting')}</p>
        <progress className={styles.progress} value={data.progress} max={1} aria-label={data.title} />
        <p className="muted">
          {formatPercent(data.progress, language)} · {t('reports:rows', { count: data.rows })}
        </p>
        <p className="muted">{t('reports:export.goesOn')}</p>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </div>
    );
  if (data.status === 'failed')
    return (
      <div className="stack">
        <Alert variation="error" heading={t('reports:export.failed')}>
          {t(`reports:problems.${data.problem ?? 'internal'}`)}
        </Alert>
        <Button onClick={onAgain}>{t('common:tryAgain')}</Button>
      </div>
    );
  return (
    <div className="stack">
      <Alert variation="success" heading={t('reports:export.complete')}>
        {data.title} · {t(`reports:formats.${data.format}`)} · {formatBytes(data.bytes ?? 0, language)}
      </Alert>
      {save.isError && <ErrorNotice error={save.error} />}
      <Button
        variation="primary"
        isLoading={save.isPending}
        autoFocus
        onClick={() => {
          save.mutate();
        }}
      >
        {t('reports:export.download')}
      </Button>
    </div>
  );
}
