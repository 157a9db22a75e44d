import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { roomForDocuments } from '#components/plan-limit/plan-room.ts';
import { type Document, MAX_DOCUMENT_BYTES, MAX_FILES_AT_ONCE } from '#contract/knowledge/documents';
import { formatBytes, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import type { NewFile } from '../file-upload';
import { useDoubts } from '../hooks/useDoubts';
import { checkedMetadata, draftOf, type MetadataDraft, saidOf } from '../metadata';
import { DocumentCount } from './DocumentCount';
import styles from './knowledge.module.css';
import { type NewDocument, NewDocumentEntry } from './NewDocumentEntry';

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
  const [entries, setEntries] = useState<readonly NewDocument[]>(() =>
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
        {entries.map((entry, index) => (
          <NewDocumentEntry
            key={entry.id}
            entry={entry}
            doubt={doubts.get(entry.id)}
            categories={categories}
            isOpen={open === index}
            onToggle={() => setOpen(open === index ? null : index)}
            onLeaveOut={entries.length > 1 ? () => leaveOut(index) : null}
            onChange={(draft) => change(index, draft)}
          />
        ))}
      </ul>
    </FormDialog>
  );
}
