import { Alert } from '@aws-amplify/ui-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { type Document, MAX_FILES_AT_ONCE } from '#contract/knowledge/documents';
import { checkFile } from '#features/knowledge/uploads.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { queryKeys } from '#lib/query-keys';
import { usePermission } from '#lib/session/session';
import { categoriesOf, isWaiting } from '../document-view';
import { useDocuments } from '../hooks/useDocuments';
import { useUploads } from '../hooks/useUploads';
import { AddDocuments } from './AddDocuments';
import { DocumentCount } from './DocumentCount';
import { DocumentList } from './DocumentList';
import { DropZone } from './DropZone';
import { FirstDocuments } from './FirstDocuments';
import styles from './knowledge.module.css';
import { ReadPictures } from './ReadPictures';
import { RetrievalTrial } from './RetrievalTrial';
import { UploadTray } from './UploadTray';
import { Websites } from './Websites';

const NewDocumentsDialog = lazy(async () => ({
  default: (await import('./NewDocumentsDialog')).NewDocumentsDialog,
}));

/** What a bot knows: its documents, and the way in for new ones. */
export function KnowledgePage() {
  const { t, language } = useTexts();
  const { botId = '' } = useParams();
  const documents = useDocuments(botId);
  const { uploads, queue } = useUploads(botId);
  const mayManage = usePermission('documents.manage');
  const mayEdit = usePermission('bots.manage');
  useCountedAnew(botId, documents.data);
  const list = useRef<HTMLElement>(null);

  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [tooMany, setTooMany] = useState(false);

  // The upload's own row stands for its document until the server has taken over.
  const sending = new Set(uploads.map(({ documentId }) => documentId));
  const shown = documents.data?.filter(({ id }) => !sending.has(id));
  const nothing = shown?.length === 0 && uploads.length === 0;
  const categories = categoriesOf(documents.data ?? [], language);
  const choose = (files: readonly File[]) => {
    setTooMany(files.length > MAX_FILES_AT_ONCE);
    if (files.length > MAX_FILES_AT_ONCE) return;
    const refused = files.filter(checkFile);
    // Nothing is asked of what can't be read: it stands in the list with the reason.
    if (refused.length > 0)
      queue.add(
        botId,
        refused.map((file) => ({ file })),
      );
    setChosen(files.filter((file) => !refused.includes(file)));
  };
  const ways = mayManage && <AddDocuments botId={botId} categories={categories} onFiles={choose} />;
  return (
    <DropZone isOff={!mayManage} onFiles={choose}>
      <div className={styles.page} data-beside={shown && !nothing}>
        <div className={styles.parts}>
          {tooMany && (
            <Alert variation="error" hasIcon={false}>
              {t('knowledge:upload.tooMany', { number: formatNumber(MAX_FILES_AT_ONCE, language) })}
            </Alert>
          )}
          <NotLoaded query={documents} label="loading:documents" shape="documents" />
          {nothing && (ways ? <FirstDocuments ways={ways} /> : <p>{t('knowledge:empty.readOnly')}</p>)}
          {shown && !nothing && (
            <section ref={list} className={styles.documents} aria-labelledby="documents">
              <div className={`row apart ${styles.listHead}`}>
                <div>
                  <h2 id="documents">{t('knowledge:list.title')}</h2>
                  <DocumentCount />
                </div>
                {ways}
              </div>
              <DocumentList
                botId={botId}
                documents={shown}
                uploads={uploads}
                queue={queue}
                categories={categories}
                mayManage={mayManage}
              />
            </section>
          )}
          {documents.data && <Websites botId={botId} mayManage={mayManage} />}
          <UploadTray uploads={uploads} onShow={() => list.current?.scrollIntoView({ block: 'start' })} />
        </div>
        <div className={styles.beside}>
          {shown && !nothing && <RetrievalTrial botId={botId} documents={documents.data ?? []} />}
          {mayEdit && <ReadPictures botId={botId} documents={documents.data ?? []} />}
        </div>
      </div>
      <Suspense fallback={null}>
        {chosen.length > 0 && (
          <NewDocumentsDialog
            files={chosen}
            documents={documents.data ?? []}
            categories={categories}
            onUpload={(files) => {
              queue.add(botId, files);
              setChosen([]);
            }}
            onClose={() => setChosen([])}
          />
        )}
      </Suspense>
      <Announcements documents={documents.data ?? []} />
    </DropZone>
  );
}

/**
 * The account counts its documents, and the bot says how it is by them: both are asked anew when here one is announced,
 * read, fails or goes, whether or not an event tells of it.
 */
function useCountedAnew(botId: string, documents: readonly Document[] | undefined): void {
  const queryClient = useQueryClient();
  const counted = documents
    ?.map(({ id, status }) => `${id} ${status}`)
    .sort()
    .join();
  const before = useRef(counted);
  useEffect(() => {
    if (before.current !== undefined && counted !== undefined && before.current !== counted)
      for (const queryKey of [queryKeys.me, queryKeys.bot(botId)])
        void queryClient.invalidateQueries({ queryKey });
    before.current = counted;
  }, [botId, counted, queryClient]);
}

function announced(document: Document): TranslationKey {
  if (document.status === 'success') return 'knowledge:announce.success';
  return isWaiting(document) ? 'knowledge:announce.waiting' : 'knowledge:announce.failed';
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
      setText(news.map((document) => t(announced(document), { title: document.title })).join(' '));
  }, [documents, t]);
  return (
    <p className="amplify-visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}
