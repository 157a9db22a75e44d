import { Sprout } from 'lucide-react';
import { LinkButton } from '#components/LinkButton.tsx';
import { useTexts } from '#i18n/index';
import styles from './pricing.module.css';

export function AlphaOffer({ discount }: { readonly discount: string }) {
  const { t } = useTexts();
  return (
    <section className={styles.alpha} aria-labelledby="alpha-offer">
      <Sprout size={30} className="warning" aria-hidden="true" />
      <div>
        <h2 id="alpha-offer">{t('pricing:alpha.title')}</h2>
        <p>{t('pricing:alpha.text', { discount })}</p>
      </div>
      <LinkButton to="/auth/signup?alpha=true">{t('pricing:alpha.action')}</LinkButton>
    </section>
  );
}
