import { Button } from '@aws-amplify/ui-react';
import { useRef, useState } from 'react';
import { Pager } from '#components/Pager.tsx';
import type { Document } from '#contract/knowledge/documents';
import type { Upload } from '#features/knowledge/uploads.ts';
import { useTexts } from '#i18n/index';
import { useAddressView } from '#lib/use-address-view';
import { EVERYTHING, readView, shownIn, uploadsIn, viewAddress } from '../document-view';
import type { NewFile } from '../file-upload';
import { isWorking } from '../hooks/useDocuments';
import { useJustRead } from '../hooks/useJustRead';
import { usePassageSearch } from '../hooks/usePassageSearch';
import type { UploadQueue } from '../upload-queue';
import { BulkBar } from './BulkBar';
import { DocumentFilters } from './DocumentFilters';
import { DocumentRow } from './DocumentRow';
import styles from './knowledge.module.css';
import { SearchNote } from './SearchNote';
import { UploadRow } from './UploadRow';

/** Documents of a page of the list. */
const PAGE_SIZE = 25;

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
  const [view, changeView] = useAddressView(readView, viewAddress);
  const [turned, setPage] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set());
  const search = usePassageSearch(botId, view.search, documents);
  const justRead = useJustRead(documents);
  const shown = shownIn(view, documents, language, search.found);
  const [knownUploads, setKnownUploads] = useState(() => idsOf(uploads));
  const shownUploads = uploadsIn(view, uploads, knownUploads);
  // What was deleted may have taken the last page with it.
  const page = Math.min(turned, Math.max(0, Math.ceil(shown.length / PAGE_SIZE) - 1));
  // One that has gone, or is not shown, is not deleted by a click on those that are.
  const picked = shown.filter(({ id }) => pickedIds.has(id));
  const pick = (chosen: readonly Document[]) => setPickedIds(new Set(chosen.map(({ id }) => id)));
  const replaced = new Set(documents.filter(isWorking).map(({ replaces }) => replaces));
  const change = (part: Partial<typeof view>) => {
    changeView(part);
    setPage(0);
    setKnownUploads(idsOf(uploads));
  };
  return (
    <div ref={top} className={styles.listParts}>
      {documents.length > 0 && <DocumentFilters view={view} categories={categories} onChange={change} />}
      {search.isAsked && (
        <SearchNote search={search} shown={shown.filter(({ id }) => search.found.has(id)).length} />
      )}
      {mayManage && shown.length > 1 && (
        <BulkBar botId={botId} shown={shown} picked={picked} categories={categories} onPick={pick} />
      )}
      {documents.length > 0 && shown.length === 0 && !search.isSearching && (
        <div className="row soft">
          <p role="status">{t('knowledge:filters.nothing')}</p>
          <Button size="small" onClick={() => change(EVERYTHING)}>
            {t('knowledge:filters.clear')}
          </Button>
        </div>
      )}
      {(shownUploads.length > 0 || shown.length > 0) && (
        <ul className="divided framed round">
          {shownUploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} />
          ))}
          {shown.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              mayManage={mayManage}
              isPicked={pickedIds.has(document.id)}
              isReplaced={replaced.has(document.id)}
              isJustRead={justRead.has(document.id)}
              categories={categories}
              search={view.search}
              passages={search.found.get(document.id) ?? []}
              onPick={(isPicked) =>
                pick(isPicked ? [...picked, document] : picked.filter(({ id }) => id !== document.id))
              }
              onFile={(file) => queue.add(botId, [newFile(file, document, documents)])}
            />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        size={PAGE_SIZE}
        total={shown.length}
        label={t('knowledge:list.pages')}
        onPage={(next) => {
          setPage(next);
          top.current?.scrollIntoView({ block: 'start' });
        }}
      />
    </div>
  );
}

function idsOf(uploads: readonly Upload[]): ReadonlySet<string> {
  return new Set(uploads.map(({ id }) => id));
}

/** A new version of what is ready; else what takes the place of an entry that came to nothing, with what was said of it. */
function newFile(file: File, document: Document, documents: readonly Document[]): NewFile {
  if (document.status === 'success') return { file, replaces: document.id };
  const replaces = documents.find(({ id }) => id === document.replaces)?.id;
  const { title, description, category, tags } = document;
  return {
    file,
    insteadOf: document.id,
    ...(replaces === undefined ? { about: { title, description, category, tags } } : { replaces }),
  };
}
