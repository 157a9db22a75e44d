import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LoadingScreen } from '#components/Loading.tsx';
import { Segmented } from '#components/Segmented.tsx';
import type { Document, DocumentTable } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useLiveEvents } from '#lib/live-context';
import { putDocument } from '../document-cache';
import { tablesQuery } from '../queries';
import { isBeingRead } from '../tables';
import styles from './tables.module.css';

/** How the tables of a document were read, and what its owner says of their first rows. */
export function TablesDialog({
  document,
  mayManage,
  onClose,
}: {
  readonly document: Document;
  readonly mayManage: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const { botId, id: documentId } = document;
  const query = tablesQuery(botId, documentId);
  const read = useQuery(query);
  useLiveEvents((event) => {
    if (event.type === 'document.changed' && event.document.id === documentId)
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
  });
  const saying = useMutation({
    mutationFn: (header: { readonly table: string; readonly isFirstRow: boolean | null }) =>
      call('updateDocument', { params: { botId, documentId }, body: { header } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(query.queryKey, changed);
      putDocument(queryClient, changed);
    },
  });
  return (
    <Dialog title={t('knowledge:tables.title')} onClose={onClose}>
      <div className="stack">
        <p className="strong long">{document.title}</p>
        <p>{t('knowledge:tables.intro')}</p>
        {saying.isError && <ErrorNotice error={saying.error} />}
        {read.isError && <ErrorNotice error={read.error} />}
        {read.isPending && <LoadingScreen variant="minimal" />}
        {read.data?.map((table, at) => (
          <TableRead
            key={table.id}
            table={table}
            number={at + 1}
            mayManage={mayManage}
            isBusy={saying.isPending}
            onSay={(isFirstRow) => saying.mutate({ table: table.id, isFirstRow })}
          />
        ))}
      </div>
    </Dialog>
  );
}

const SAYINGS = { file: null, header: true, row: false } as const;
type Saying = keyof typeof SAYINGS;

function TableRead({
  table,
  number,
  mayManage,
  isBusy,
  onSay,
}: {
  readonly table: DocumentTable;
  readonly number: number;
  readonly mayManage: boolean;
  readonly isBusy: boolean;
  readonly onSay: (isFirstRow: boolean | null) => void;
}) {
  const { t, language } = useTexts();
  const { page, rows, columns, beginning, hasHeader, basis, said } = table;
  const name =
    page === null
      ? t('knowledge:tables.name', { number })
      : t('knowledge:tables.nameOnPage', { number, page });
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const size = `${t('knowledge:tables.rows', counted(rows))} · ${t('knowledge:tables.columns', counted(columns))}`;
  const [first = [], ...others] = beginning;
  const body = hasHeader ? others : beginning;
  const saying: Saying = said === null ? 'file' : said ? 'header' : 'row';
  return (
    <section aria-label={name} className={`stack small ${styles.table}`}>
      <h3>{name}</h3>
      <p className="muted">{size}</p>
      <section
        className={styles.scrolled}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the dialog is scrolled, by keyboard too.
        tabIndex={0}
        aria-label={t('knowledge:tables.beginning', { name })}
      >
        <table className="fine">
          {hasHeader && (
            <thead>
              <tr>
                {first.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                  <th key={column} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {body.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p role="status">
        {isBeingRead(table)
          ? t('knowledge:tables.beingRead')
          : `${t(hasHeader ? 'knowledge:tables.header' : 'knowledge:tables.noHeader')} ${t(`knowledge:tables.basis.${basis}`)}`}
      </p>
      {mayManage && (
        <Segmented<Saying>
          label={t('knowledge:tables.firstRow')}
          value={saying}
          disabled={isBusy}
          options={[
            { value: 'file', label: t('knowledge:tables.sayings.file') },
            { value: 'header', label: t('knowledge:tables.sayings.header') },
            { value: 'row', label: t('knowledge:tables.sayings.row') },
          ]}
          onChange={(chosen) => onSay(SAYINGS[chosen])}
        />
      )}
    </section>
  );
}
