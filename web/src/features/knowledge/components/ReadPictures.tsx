import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Toggle } from '#components/Toggle.tsx';
import type { Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useLiveEvents } from '#lib/live-context';
import { queryKeys } from '#lib/query-keys';
import { hasWaitingPages } from '../document-view';
import { picturesQuery } from '../queries';
import styles from './knowledge.module.css';

/** Whether the text of scanned pages is recognised, and how many pages of the month that has taken. */
export function ReadPictures({
  botId,
  documents,
}: {
  readonly botId: string;
  readonly documents: readonly Document[];
}) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const query = picturesQuery(botId);
  const pictures = useQuery(query);
  useLiveEvents((event) => {
    // Its pages have been counted.
    const isRead =
      event.type === 'document.changed' &&
      event.document.botId === botId &&
      event.document.notices.some(({ kind }) => kind === 'pages_recognised');
    if (isRead) void queryClient.invalidateQueries({ queryKey: query.queryKey });
  });
  const switching = useMutation({
    mutationFn: ({ version, readsPictures }: { readonly version: number; readonly readsPictures: boolean }) =>
      call('updateBot', { params: { botId }, body: { version, readsPictures } }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bot(botId) });
    },
  });
  const { data } = pictures;
  // Nothing is offered that the stage doesn't have.
  if (!data?.pages) return null;
  const { used, limit } = data.pages;
  const isOn = switching.isPending ? switching.variables.readsPictures : data.isOn;
  const waiting = documents.filter(hasWaitingPages).length;
  const number = formatNumber(used, language);
  const count =
    limit > 0
      ? t('knowledge:pictures.usedOf', { count: limit, number, total: formatNumber(limit, language) })
      : t('knowledge:pictures.used', { count: used, number });
  return (
    <section
      className={`framed round stack snug ${styles.pictures}`}
      aria-label={t('knowledge:pictures.title')}
    >
      <Toggle
        label={t('knowledge:pictures.title')}
        hint={`${t('knowledge:pictures.hint')} ${count}`}
        checked={isOn}
        onChange={(readsPictures) => switching.mutate({ version: data.version, readsPictures })}
      />
      {waiting > 0 && !isOn && (
        <p className={styles.notice}>
          {t('knowledge:pictures.waiting', { count: waiting, number: formatNumber(waiting, language) })}
        </p>
      )}
      {switching.isError && <ErrorNotice error={switching.error} />}
    </section>
  );
}
