import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTexts } from '#i18n/index';
import styles from './DropZone.module.css';

/** Takes files that are dropped anywhere on what it holds. */
export function DropZone({
  isOff,
  onFiles,
  children,
}: {
  readonly isOff: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  // Entering a child leaves its parent: only the count tells whether the pointer is inside.
  const [depth, setDepth] = useState(0);
  if (isOff) return children;
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return (
    <section
      className="anchor"
      aria-label={t('knowledge:upload.label')}
      onDragEnter={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setDepth(depth + 1);
      }}
      onDragLeave={() => setDepth(Math.max(0, depth - 1))}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        onFiles(Array.from(event.dataTransfer.files));
      }}
    >
      {children}
      {depth > 0 && (
        <p className={styles.over}>
          <FileUp size={26} aria-hidden="true" />
          {t('knowledge:upload.drop')}
        </p>
      )}
    </section>
  );
}
