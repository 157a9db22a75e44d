import { useQuery } from '@tanstack/react-query';
import { Quote, X } from 'lucide-react';
import { Clamp } from '#components/Clamp.tsx';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { citingDocumentQuery } from '../queries';
import styles from './citing.module.css';

/** Says that only conversations are shown in which an answer cites a document, and takes that back. */
export function CitingDocument({
  botId,
  documentId,
  onClear,
}: {
  readonly botId: string;
  readonly documentId: string;
  readonly onClear: () => void;
}) {
  const { t } = useTexts();
  const document = useQuery(citingDocumentQuery(botId, documentId));
  const isGone = document.isError && errorCode(document.error) === 'document.not_found';
  const title = document.data?.title ?? (isGone ? t('conversations:citing.gone') : '…');
  return (
    <div className={styles.citing} data-clamp-group>
      <Quote size={16} aria-hidden="true" />
      <p>
        <span className={styles.label}>{t('conversations:citing.label')}</span>
        <Clamp text={title} />
      </p>
      <button
        type="button"
        className="icon-button"
        onClick={onClear}
        aria-label={t('conversations:citing.clear')}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
