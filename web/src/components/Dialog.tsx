import { type ReactNode, useId, useRef, useState } from 'react';
import { useTexts } from '#i18n/index';
import { CloseButton } from './CloseButton';
import { ConfirmDialog } from './ConfirmDialog';
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
  const id = useId();
  /** Fields in which something was typed. What Escape throws away nobody gets back. */
  const typed = useRef(new Set<HTMLInputElement | HTMLTextAreaElement>());
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    const isTyped = [...typed.current].some((field) => field.isConnected && field.value.trim() !== '');
    if (isTyped) setAsking(true);
    else onClose();
  };
  const modal = useModal(close);
  return (
    <dialog
      {...modal}
      className={`floats high ${styles.dialog}`}
      data-size={size}
      aria-labelledby={id}
      onInput={({ target }) => {
        if (isText(target)) typed.current.add(target);
      }}
    >
      <div className="line broad apart top parted-below">
        <h2 id={id} className="title-m" tabIndex={-1}>
          {title}
        </h2>
        <CloseButton size={20} className={styles.close} onClose={onClose} />
      </div>
      {children}
      {isAsking && (
        <ConfirmDialog
          title={t('common:unsaved.close')}
          confirmLabel={t('common:unsaved.leave')}
          busy={false}
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          {t('common:unsaved.typed')}
        </ConfirmDialog>
      )}
    </dialog>
  );
}

/** A field for words of somebody's own; what is searched for is typed again in a moment. */
function isText(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && ['text', 'email', 'url', 'tel'].includes(target.type))
  );
}
