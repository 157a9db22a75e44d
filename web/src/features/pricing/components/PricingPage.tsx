import { useState } from 'react';
import { ANNUAL_DISCOUNT } from '../../../../../functions/contract/plans';
import { PublicHeading } from '../../../components/PublicHeading';
import { Segmented } from '../../../components/Segmented';
import { useTexts } from '../../../i18n';
import { formatPercent } from '../../../i18n/format';
import { type Interval, offersFor } from '../offers';
import { AlphaOffer } from './AlphaOffer';
import { Comparison } from './Comparison';
import { PlanCard } from './PlanCard';
import styles from './pricing.module.css';
import { Questions } from './Questions';

export function PricingPage() {
  const { t, language } = useTexts();
  const [interval, setInterval] = useState<Interval>('month');
  const offers = offersFor(interval);
  const discount = formatPercent(ANNUAL_DISCOUNT, language);
  return (
    <>
      <PublicHeading
        title={t('pricing:title')}
        heading={t('pricing:heading')}
        lead={t('pricing:lead')}
        description={t('pricing:description')}
      >
        <Segmented
          label={t('pricing:interval.label')}
          labelHidden
          value={interval}
          options={[
            { value: 'month', label: t('pricing:interval.month') },
            { value: 'year', label: t('pricing:interval.year', { discount }) },
          ]}
          onChange={setInterval}
        />
      </PublicHeading>
      <ul className={styles.plans}>
        {offers.map((offer) => (
          <PlanCard key={offer.plan} offer={offer} interval={interval} />
        ))}
      </ul>
      <p className={styles.small}>{t('pricing:tax')}</p>
      <AlphaOffer discount={discount} />
      <Comparison offers={offers} />
      <Questions discount={discount} />
    </>
  );
}
