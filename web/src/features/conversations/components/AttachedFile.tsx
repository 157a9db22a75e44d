import { FileDown } from 'lucide-react';
import { formatBytes } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useOpen } from '../hooks/useOpen';
import styles from './transcript.module.css';

/** A visitor's file, which opens by an address that is good for a moment. */
export function AttachedFile({
  conversationId,
  attachment,
}: {
  readonly conversationId: string;
  /** Where it is named alone, its size is with the message that brought it. */
  readonly attachment: { readonly id: string; readonly name: string; readonly size?: number };
}) {
  const { t, language } = useTexts();
  const open = useOpen();
  const { id, name, size } = attachment;
  return (
    <button
      type="button"
      className={styles.file}
      aria-label={t('conversations:download', { name })}
      onClick={() =>
        void open(async () => ({
          ...(await call('openConversationAttachment', { params: { conversationId, attachmentId: id } })),
          page: null,
        }))
      }
    >
      <FileDown size={18} aria-hidden="true" />
      <span className="shrinks long">{name}</span>
      {size !== undefined && <span className={styles.fileSize}>{formatBytes(size, language)}</span>}
    </button>
  );
}
