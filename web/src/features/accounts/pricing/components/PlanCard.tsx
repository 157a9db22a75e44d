import { Check } from 'lucide-react';
import { useId } from 'react';
import { LinkButton } from '#components/LinkButton.tsx';
import { formatNumber, formatPrice } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { type Interval, isUnlimited, LIMITS, type Offer } from '../offers';
import styles from './pricing.module.css';

export function PlanCard({ offer, interval }: { readonly offer: Offer; readonly interval: Interval }) {
  const { t, language } = useTexts();
  const { plan, price, yearly, limits, isPopular } = offer;
  const id = useId();
  return (
    <li className={`framed round ${styles.plan}`} data-popular={isPopular}>
      <section aria-labelledby={id}>
        <div className={`row apart small ${styles.name}`}>
          <h2 className="title-m" id={id}>
            {t(`common:plan.${plan}`)}
          </h2>
          {isPopular && <span className={styles.popular}>{t('pricing:popular')}</span>}
        </div>
        <p className={`soft parted-above-tight ${styles.forWhom}`}>{t(`pricing:for.${plan}`)}</p>
        <p className={styles.price}>
          <strong>{formatPrice(price, language)}</strong> <span>{t('pricing:perMonth')}</span>
        </p>
        <p className="faint parted-below-large">
          {price === 0
            ? t('pricing:billed.never')
            : interval === 'month'
              ? t('pricing:billed.month')
              : t('pricing:billed.year', { total: formatPrice(yearly, language) })}
        </p>
        <LinkButton to={wayTo(plan, interval)} {...(isPopular ? { variation: 'primary' } : {})}>
          {t(`pricing:action.${plan}`)}
        </LinkButton>
        <ul className={styles.limits}>
          {LIMITS.map((limit) => (
            <li key={limit}>
              <Check size={17} aria-hidden="true" />
              {isUnlimited(limits[limit])
                ? t(`pricing:unlimited.${limit}`)
                : t(`pricing:limits.${limit}`, {
                    count: limits[limit],
                    number: formatNumber(limits[limit], language),
                  })}
            </li>
          ))}
        </ul>
      </section>
    </li>
  );
}

/** A paid plan is carried along through signing up: what follows is its checkout. */
function wayTo(plan: Offer['plan'], interval: Interval): string {
  if (plan === 'free') return '/auth/register';
  return `/auth/register?redirect=${encodeURIComponent(`/billing?plan=${plan}&interval=${interval}`)}`;
}
