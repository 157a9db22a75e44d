import { Button } from '@aws-amplify/ui-react';
import { FileUp, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { MAX_DOCUMENT_BYTES } from '#contract/knowledge/documents';
import { ACCEPTED_EXTENSIONS } from '#features/knowledge/uploads.ts';
import { formatBytes } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAddressAction } from '#lib/use-address-action';
import styles from './DropZone.module.css';

/** Takes files by drop or by the file picker. `prominent`: there is nothing else to see yet. */
export function DropZone({
  prominent,
  onFiles,
}: {
  readonly prominent: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { t, language } = useTexts();
  const picker = useRef<HTMLInputElement>(null);
  // Entering a child leaves its parent: only the count tells whether the pointer is inside.
  const [depth, setDepth] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const [isAsked, forget] = useAddressAction('upload');
  useEffect(() => {
    if (isAsked) button.current?.focus();
  }, [isAsked]);
  const choose = () => {
    forget();
    picker.current?.click();
  };
  const hold = (event: DragEvent) => event.preventDefault();
  return (
    <section
      className={styles.drop}
      data-over={depth > 0}
      data-prominent={prominent}
      aria-label={t('knowledge:upload.label')}
      onDragEnter={(event) => {
        hold(event);
        setDepth(depth + 1);
      }}
      onDragLeave={() => setDepth(Math.max(0, depth - 1))}
      onDragOver={hold}
      onDrop={(event) => {
        hold(event);
        setDepth(0);
        onFiles(Array.from(event.dataTransfer.files));
      }}
    >
      <span className={styles.dropIcon} aria-hidden="true">
        <FileUp size={26} />
      </span>
      <div className={styles.dropWords}>
        <h2>{t(prominent ? 'knowledge:upload.firstTitle' : 'knowledge:upload.title')}</h2>
        {prominent && <p>{t('knowledge:upload.firstText')}</p>}
        <p className={styles.quiet}>
          {t('knowledge:upload.accepted', {
            size: formatBytes(MAX_DOCUMENT_BYTES, language),
          })}
        </p>
      </div>
      {/* In its place also on a phone: floating, it would cover the rows and results that this page is read for. */}
      <Button ref={button} variation="primary" onClick={choose}>
        <Upload size={18} aria-hidden="true" />
        {t('knowledge:upload.choose')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_EXTENSIONS.join(',')}
        aria-label={t('knowledge:upload.choose')}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          // The same file chosen again is a change again.
          event.target.value = '';
        }}
      />
    </section>
  );
}
