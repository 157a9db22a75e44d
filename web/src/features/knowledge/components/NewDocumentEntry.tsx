import { Button } from '@aws-amplify/ui-react';
import { formatBytes } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { FileDoubt } from '../chosen-files';
import type { MetadataDraft, MetadataProblems } from '../metadata';
import { FileMark } from './FileMark';
import styles from './knowledge.module.css';
import { MetadataFields } from './MetadataFields';

/** A file that was chosen, and what is to be said of it. */
export interface NewDocument {
  /** Two chosen files may be alike in all that a file tells of itself. */
  readonly id: number;
  readonly file: File;
  readonly draft: MetadataDraft;
  readonly problems: MetadataProblems;
}

/** One of the files that are to be sent. The only one has all its fields open, and is not left out. */
export function NewDocumentEntry({
  entry: { file, draft, problems },
  doubt,
  categories,
  isOpen,
  onToggle,
  onLeaveOut,
  onChange,
}: {
  readonly entry: NewDocument;
  readonly doubt: FileDoubt | undefined;
  readonly categories: readonly string[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onLeaveOut: (() => void) | null;
  readonly onChange: (draft: MetadataDraft) => void;
}) {
  const { t, language } = useTexts();
  return (
    <li className={`stack ${styles.entry}`}>
      <div className={`stack snug ${styles.entryHead}`}>
        <FileMark fileName={file.name} />
        <div className={styles.words}>
          <p className="entry-title long">{isOpen ? file.name : draft.title}</p>
          <p className="faint long">
            {[
              formatBytes(file.size, language),
              ...(isOpen ? [] : [draft.category, draft.tags].filter(Boolean)),
            ].join(' · ')}
          </p>
        </div>
        {onLeaveOut && (
          <div className={styles.entryActions}>
            <Button
              size="small"
              aria-expanded={isOpen}
              ariaLabel={t('knowledge:new.detailsOf', { name: file.name })}
              onClick={onToggle}
            >
              {t('knowledge:new.details')}
            </Button>
            <Button
              size="small"
              ariaLabel={t('knowledge:new.leaveOutOf', { name: file.name })}
              onClick={onLeaveOut}
            >
              {t('knowledge:new.leaveOut')}
            </Button>
          </div>
        )}
        <Doubt about={doubt} />
      </div>
      {isOpen && (
        <MetadataFields
          draft={draft}
          problems={problems}
          categories={categories}
          titleHint={t('knowledge:fields.titleHint')}
          onChange={onChange}
        />
      )}
    </li>
  );
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
