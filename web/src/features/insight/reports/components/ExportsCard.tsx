import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { Card } from '#components/Card.tsx';
import { Clamp } from '#components/Clamp.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import type { Export } from '#contract/insight/reports';
import {
  deleteExport,
  downloadExport,
  exportsQuery,
  forgetExports,
  isUnderWay,
} from '#features/insight/exports/export-queries.ts';
import { formatBytes, formatDateTime, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useLiveEvents } from '#lib/live-context';
import { useErrorToast } from '#lib/use-error-toast';
import styles from './reports.module.css';

/** Files that were exported in the last seven days. */
export function ExportsCard() {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const exports = useQuery(exportsQuery);
  useLiveEvents(({ type }) => {
    if (type === 'export.changed') void forgetExports(queryClient);
  });
  return (
    <Card title={t('reports:exports.title')} lead={t('reports:exports.lead')}>
      <NotLoaded query={exports} label="loading:analytics" lines={2} />
      {exports.data?.items.length === 0 && <p className="muted long">{t('reports:exports.none')}</p>}
      <ul className="stack bare">
        {(exports.data?.items ?? []).map((made) => (
          <ExportItem key={made.id} made={made} />
        ))}
      </ul>
    </Card>
  );
}

function ExportItem({ made }: { readonly made: Export }) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const onError = useErrorToast();
  const save = useMutation({ mutationFn: () => downloadExport(made.id), onError });
  const remove = useMutation({
    mutationFn: () => deleteExport(made.id),
    onSuccess: () => forgetExports(queryClient),
    onError,
  });
  const { title, status, format, bytes, progress, createdAt, expiresAt, problem } = made;
  return (
    <li className={`row apart ${styles.item}`}>
      <div className="stack tight grows">
        <h3 className="text-m long">
          <Clamp text={title} />
        </h3>
        <p className="muted long">
          {t(`reports:formats.${format}`)} · {formatDateTime(createdAt, language)}
          {bytes !== null && ` · ${formatBytes(bytes, language)}`}
          {status === 'complete' &&
            ` · ${t('reports:exports.until', { at: formatDateTime(expiresAt, language) })}`}
          {problem !== null && ` · ${t(`reports:problems.${problem}`)}`}
        </p>
      </div>
      <div className="row small">
        {isUnderWay(made) && <StatusPill tone="busy">{formatPercent(progress, language)}</StatusPill>}
        {status === 'failed' && <StatusPill tone="bad">{t('reports:export.failed')}</StatusPill>}
        {status === 'complete' && (
          <Button size="small" isLoading={save.isPending} onClick={() => save.mutate()}>
            <Download size={16} aria-hidden="true" />
            {t('reports:export.download')}
          </Button>
        )}
        <Button
          size="small"
          variation="link"
          aria-label={`${t('reports:exports.delete')}: ${title}`}
          isDisabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <Trash2 size={16} aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
