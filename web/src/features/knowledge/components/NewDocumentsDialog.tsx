import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { roomForDocuments } from '#components/plan-limit/plan-room.ts';
import { type Document, MAX_DOCUMENT_BYTES, MAX_FILES_AT_ONCE } from '#contract/knowledge/documents';
import { formatBytes, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { doubtsAbout, type FileDoubt } from '../chosen-files';
import { checkedMetadata, draftOf, type MetadataDraft, type MetadataProblems, saidOf } from '../metadata';
import type { NewFile } from '../upload-queue';
import { DocumentCount } from './DocumentCount';
import { FileMark } from './FileMark';
import styles from './knowledge.module.css';
import { MetadataFields } from './MetadataFields';

interface Entry {
  /** Two chosen files may be alike in all that a file tells of itself. */
  readonly id: number;
  readonly file: File;
  readonly draft: MetadataDraft;
  readonly problems: MetadataProblems;
}

/** Asks what is to be said of each file before it is sent. One file shows all fields, more open one by one. */
export function NewDocumentsDialog({
  files,
  documents,
  categories,
  onUpload,
  onClose,
}: {
  readonly files: readonly File[];
  /** What the bot has already. */
  readonly documents: readonly Document[];
  readonly categories: readonly string[];
  readonly onUpload: (files: readonly NewFile[]) => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const room = roomForDocuments(useAuth().account);
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    files.map((file, id) => ({ id, file, draft: draftOf(file.name), problems: {} })),
  );
  const [open, setOpen] = useState<number | null>(files.length === 1 ? 0 : null);
  const doubts = useDoubts(entries, documents);
  const leaveOut = (index: number) => {
    setOpen(null);
    setEntries(entries.filter((_, at) => at !== index));
  };
  const change = (index: number, draft: MetadataDraft) =>
    setEntries(entries.map((entry, at) => (at === index ? { ...entry, draft, problems: {} } : entry)));
  const submit = () => {
    const checked = entries.map(({ draft }) => checkedMetadata(draft));
    const wrong = checked.findIndex((result) => 'problems' in result);
    if (wrong >= 0) {
      setEntries(
        entries.map((entry, at) => {
          const result = checked[at];
          return { ...entry, problems: result && 'problems' in result ? result.problems : {} };
        }),
      );
      return setOpen(wrong);
    }
    onUpload(
      entries.flatMap(({ file }, at) => {
        const result = checked[at];
        return result && 'metadata' in result ? [{ file, about: saidOf(result.metadata, file.name) }] : [];
      }),
    );
  };
  return (
    <FormDialog
      title={t('knowledge:new.title')}
      submitLabel={t('knowledge:new.upload', {
        count: entries.length,
        number: formatNumber(entries.length, language),
      })}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{t('knowledge:new.text')}</p>
      <p className="muted">
        {t('knowledge:new.limits', {
          number: formatNumber(MAX_FILES_AT_ONCE, language),
          size: formatBytes(MAX_DOCUMENT_BYTES, language),
        })}
      </p>
      <DocumentCount />
      {room !== null && entries.length > room && (
        <p className={styles.problem} role="status">
          {t('knowledge:new.overPlan', { count: room, number: formatNumber(room, language) })}
        </p>
      )}
      <ul className="stack snug">
        {entries.map(({ id, file, draft, problems }, index) => (
          <li key={id} className={`stack ${styles.entry}`}>
            <div className={`stack snug ${styles.entryHead}`}>
              <FileMark fileName={file.name} />
              <div className={styles.words}>
                <p className={`entry-title ${styles.title}`}>{open === index ? file.name : draft.title}</p>
                <p className={`faint ${styles.meta}`}>
                  {[
                    formatBytes(file.size, language),
                    ...(open === index ? [] : [draft.category, draft.tags].filter(Boolean)),
                  ].join(' · ')}
                </p>
              </div>
              {entries.length > 1 && (
                <div className={styles.entryActions}>
                  <Button
                    size="small"
                    aria-expanded={open === index}
                    ariaLabel={t('knowledge:new.detailsOf', { name: file.name })}
                    onClick={() => setOpen(open === index ? null : index)}
                  >
                    {t('knowledge:new.details')}
                  </Button>
                  <Button
                    size="small"
                    ariaLabel={t('knowledge:new.leaveOutOf', { name: file.name })}
                    onClick={() => leaveOut(index)}
                  >
                    {t('knowledge:new.leaveOut')}
                  </Button>
                </div>
              )}
              <Doubt about={doubts.get(id)} />
            </div>
            {open === index && (
              <MetadataFields
                draft={draft}
                problems={problems}
                categories={categories}
                titleHint={t('knowledge:fields.titleHint')}
                onChange={(changed) => change(index, changed)}
              />
            )}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

/** By entry: told as soon as the files have been compared, and anew when one is left out. */
function useDoubts(
  entries: readonly Entry[],
  documents: readonly Document[],
): ReadonlyMap<number, FileDoubt> {
  const [doubts, setDoubts] = useState<ReadonlyMap<number, FileDoubt>>(new Map());
  const compared = [
    ...entries.map(({ id }) => id),
    ...documents.map(({ fileName, contentHash }) => `${fileName} ${contentHash}`),
  ].join();
  const current = useRef({ entries, documents });
  current.current = { entries, documents };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed into an entry changes nothing of its file
  useEffect(() => {
    let isLeft = false;
    const { entries, documents } = current.current;
    const files = entries.map(({ file }) => file);
    void doubtsAbout(files, documents).then((found) => {
      if (isLeft) return;
      setDoubts(
        new Map(
          entries.flatMap(({ id }, at) => {
            const doubt = found[at];
            return doubt ? [[id, doubt]] : [];
          }),
        ),
      );
    });
    return () => {
      isLeft = true;
    };
  }, [compared]);
  return doubts;
}

function Doubt({ about }: { readonly about: FileDoubt | undefined }) {
  const { t } = useTexts();
  return (
    <p className={styles.notice} role="status">
      {about &&
        ('title' in about
          ? t(`knowledge:new.doubts.${about.kind}`, { title: about.title })
          : t(`knowledge:new.doubts.${about.kind}`, { name: about.fileName }))}
    </p>
  );
}
