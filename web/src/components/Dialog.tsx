import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../i18n';
import styles from './Dialog.module.css';
import { useModal } from './use-modal';

/** Shown above the page as long as it is rendered. Esc and the cross close it. */
export function Dialog({
  title,
  size = 'medium',
  onClose,
  children,
}: {
  readonly title: string;
  readonly size?: 'small' | 'medium';
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // Esc would close the element behind React's back.
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className={styles.close} onClick={onClose} aria-label={t('common:close')}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
