import { FileText } from 'lucide-react';
import { useTexts } from '#i18n/index';
import styles from './SampleAnswer.module.css';

/** What Parley does, at a glance: a question, an answer, the page it stands on. A picture, not a control. */
export function SampleAnswer() {
  const { t } = useTexts();
  return (
    <figure className={`stack snug ${styles.sample}`} aria-label={t('common:sample.label')}>
      <p className={styles.question}>{t('common:sample.question')}</p>
      <div className={styles.answer}>
        <p>
          {t('common:sample.answer')} <sup className={styles.number}>1</sup>
        </p>
        <p className={styles.source}>
          <FileText size={14} aria-hidden="true" />
          {t('common:sample.source')}
        </p>
      </div>
    </figure>
  );
}
