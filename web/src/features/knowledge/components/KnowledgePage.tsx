import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Document } from '../../../../../functions/contract/documents';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Skeleton } from '../../../components/Loading';
import { useTexts } from '../../../i18n';
import { usePermission } from '../../../lib/session';
import { useDocuments } from '../hooks/useDocuments';
import { useUploads } from '../hooks/useUploads';
import { DocumentRow } from './DocumentRow';
import { DropZone } from './DropZone';
import styles from './knowledge.module.css';
import { UploadRow } from './UploadRow';

/** What a bot knows: its documents, and the way in for new ones. */
export function KnowledgePage() {
  const { t } = useTexts();
  const { botId = '' } = useParams();
  const documents = useDocuments(botId);
  const { uploads, queue } = useUploads(botId);
  const mayManage = usePermission('documents.manage');

  // The upload's own row stands for its document until the server has taken over.
  const sending = new Set(uploads.map(({ documentId }) => documentId));
  const shown = documents.data?.filter(({ id }) => !sending.has(id));
  const nothing = shown?.length === 0 && uploads.length === 0;
  return (
    <div className={styles.parts}>
      {mayManage && <DropZone prominent={nothing} onFiles={(files) => queue.add(botId, files)} />}
      {documents.isPending && <Skeleton label="loading:documents" lines={4} />}
      {documents.isError && !documents.data && (
        <ErrorNotice error={documents.error} onRetry={() => void documents.refetch()} />
      )}
      {nothing && !mayManage && <p className={styles.nothing}>{t('knowledge:empty.readOnly')}</p>}
      {shown && !nothing && (
        <section aria-labelledby="documents">
          <h2 id="documents" className={styles.heading}>
            {t('knowledge:list.title')}
          </h2>
          <ul className={styles.list}>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} queue={queue} />
            ))}
            {shown.map((document) => (
              <DocumentRow key={document.id} document={document} mayManage={mayManage} />
            ))}
          </ul>
          {documents.hasNextPage && (
            <div className={styles.more}>
              <Button isLoading={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
                {t('common:more')}
              </Button>
            </div>
          )}
        </section>
      )}
      <Announcements documents={documents.data ?? []} />
    </div>
  );
}

/** Tells a screen reader when a document is done, which others see by its colour. */
function Announcements({ documents }: { readonly documents: readonly Document[] }) {
  const { t } = useTexts();
  const known = useRef<ReadonlyMap<string, Document['status']> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = new Map(documents.map(({ id, status }) => [id, status]));
    if (!before) return;
    const news = documents.filter(({ id, status }) => {
      const was = before.get(id);
      return was !== undefined && was !== status && (status === 'success' || status === 'failed');
    });
    if (news.length > 0)
      setText(
        news
          .map(({ title, status }) =>
            t(status === 'success' ? 'knowledge:announce.success' : 'knowledge:announce.failed', { title }),
          )
          .join(' '),
      );
  }, [documents, t]);
  return (
    <p className={styles.hidden} aria-live="polite">
      {text}
    </p>
  );
}
