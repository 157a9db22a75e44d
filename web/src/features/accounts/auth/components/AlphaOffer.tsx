import { Check, Sparkles } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '#i18n/index';
import styles from './auth.module.css';

/** What who joins during the alpha programme gets. */
export function AlphaOffer() {
  const { t } = useTexts();
  const titleId = useId();
  return (
    <section className={styles.offer} aria-labelledby={titleId}>
      <h2 className="line" id={titleId}>
        <Sparkles size={18} className="warning" aria-hidden="true" />
        {t('auth:offer.title')}
      </h2>
      <ul className={`stack tight parted-above-small ${styles.benefits}`}>
        {[t('auth:offer.trial'), t('auth:offer.discount'), t('auth:offer.terms')].map((benefit) => (
          <li key={benefit}>
            <Check size={15} className="warning" aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
