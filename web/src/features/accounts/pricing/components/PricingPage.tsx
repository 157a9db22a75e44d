import { useState } from 'react';
import { PublicHeading } from '#components/PublicHeading.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { ANNUAL_DISCOUNT, limitsWith } from '#contract/accounts/plans';
import { formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useLoaded } from '#lib/use-loaded';
import { type Interval, offersFor } from '../offers';
import { AlphaOffer } from './AlphaOffer';
import { Comparison } from './Comparison';
import { PlanCard } from './PlanCard';
import styles from './pricing.module.css';
import { Questions } from './Questions';

const loadStatus = (signal: AbortSignal) => call('getPublicStatus', { signal });

/** Plans as their table has them are shown at once; what administrators have set otherwise comes a moment later. */
export function PricingPage() {
  const { t, language } = useTexts();
  const [interval, setInterval] = useState<Interval>('month');
  const status = useLoaded(loadStatus);
  const set = status.state === 'here' ? status.value.limits : undefined;
  const offers = offersFor(interval, set);
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
      <ul className={`stack ${styles.plans}`}>
        {offers.map((offer) => (
          <PlanCard key={offer.plan} offer={offer} interval={interval} />
        ))}
      </ul>
      <p className="faint parted-above">{t('pricing:tax')}</p>
      <AlphaOffer discount={discount} />
      <Comparison offers={offers} />
      <Questions discount={discount} free={limitsWith('free', set)} />
    </>
  );
}
