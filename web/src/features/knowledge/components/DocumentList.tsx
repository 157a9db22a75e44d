import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { Document } from '../../../../../functions/contract/documents';
import { useTexts } from '../../../i18n';
import { formatNumber } from '../../../i18n/format';
import type { Upload } from '../../../lib/uploads';
import { EVERYTHING, shownIn } from '../document-view';
import { isWorking } from '../hooks/useDocuments';
import type { UploadQueue } from '../upload-queue';
import { BulkBar } from './BulkBar';
import { DocumentFilters } from './DocumentFilters';
import { DocumentRow } from './DocumentRow';
import styles from './knowledge.module.css';
import { UploadRow } from './UploadRow';

/** Rows that are drawn at first, and with each further step. */
const STEP = 50;

/** Documents of a bot, searched, filtered and sorted, and above them the files that are on their way. */
export function DocumentList({
  botId,
  documents,
  uploads,
  queue,
  categories,
  mayManage,
}: {
  readonly botId: string;
  readonly documents: readonly Document[];
  readonly uploads: readonly Upload[];
  readonly queue: UploadQueue;
  readonly categories: readonly string[];
  readonly mayManage: boolean;
}) {
  const { t, language } = useTexts();
  const [view, setView] = useState(EVERYTHING);
  const [rows, setRows] = useState(STEP);
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set());
  const shown = shownIn(view, documents, language);
  // One that has gone, or is not shown, is not deleted by a click on those that are.
  const picked = shown.filter(({ id }) => pickedIds.has(id));
  const pick = (chosen: readonly Document[]) => setPickedIds(new Set(chosen.map(({ id }) => id)));
  const replaced = new Set(documents.filter(isWorking).map(({ replaces }) => replaces));
  return (
    <>
      {documents.length > 1 && (
        <DocumentFilters
          view={view}
          categories={categories}
          onChange={(changed) => {
            setView(changed);
            setRows(STEP);
          }}
        />
      )}
      {mayManage && shown.length > 1 && <BulkBar botId={botId} shown={shown} picked={picked} onPick={pick} />}
      {documents.length > 0 && shown.length === 0 && (
        <p className={styles.nothing} role="status">
          {t('knowledge:filters.nothing')}
        </p>
      )}
      {(uploads.length > 0 || shown.length > 0) && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} />
          ))}
          {shown.slice(0, rows).map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              mayManage={mayManage}
              isPicked={pickedIds.has(document.id)}
              isReplaced={replaced.has(document.id)}
              categories={categories}
              onPick={(isPicked) =>
                pick(isPicked ? [...picked, document] : picked.filter(({ id }) => id !== document.id))
              }
              onVersion={(file) => queue.add(botId, [{ file, replaces: document.id }])}
            />
          ))}
        </ul>
      )}
      {shown.length > rows && (
        <div className={styles.more}>
          <Button onClick={() => setRows(rows + STEP)}>
            {t('common:more')} ({formatNumber(shown.length - rows, language)})
          </Button>
        </div>
      )}
    </>
  );
}
