import { Button } from '@aws-amplify/ui-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '#i18n/index';
import styles from './ConfirmDialog.module.css';
import { useModal } from './use-modal';

export interface ConfirmDialogProps {
  readonly title: string;
  /** Name of the thing that it is about. */
  readonly about?: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** What is confirmed takes nothing away for good. */
  readonly isHarmless?: boolean;
  readonly busy: boolean;
  /** False as long as it is not known what would be confirmed. */
  readonly isReady?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before what cannot be undone. Shown as long as it is rendered. */
export function ConfirmDialog({
  title,
  about,
  children,
  confirmLabel,
  isHarmless = false,
  busy,
  isReady = true,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTexts();
  const modal = useModal(() => !busy && onCancel());
  const id = useId();
  return (
    <dialog
      {...modal}
      className={`floats high ${styles.dialog}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={styles.text}>
        {about && <p className={styles.about}>{about}</p>}
        {children}
      </div>
      <div className={`row end ${styles.actions}`}>
        <Button onClick={onCancel} isDisabled={busy} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button
          variation={isHarmless ? 'primary' : 'destructive'}
          onClick={onConfirm}
          isLoading={busy}
          isDisabled={!isReady}
          loadingText={confirmLabel}
        >
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
