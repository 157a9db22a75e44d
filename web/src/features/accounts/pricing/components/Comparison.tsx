import { Check } from 'lucide-react';
import { formatNumber, formatPrice } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { COMPARED, INCLUDED, isUnlimited, type Offer } from '../offers';
import styles from './pricing.module.css';

/**
 * What the plans include, beside each other. On a phone a row's name stands above its values; the roles are spelled
 * out, since some browsers take a table that is laid out otherwise for none.
 */
export function Comparison({ offers }: { readonly offers: readonly Offer[] }) {
  const { t, language } = useTexts();
  return (
    <section className={styles.comparison} aria-labelledby="comparison">
      <h2 id="comparison">{t('pricing:comparison.title')}</h2>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table role="table" aria-labelledby="comparison">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className={styles.corner}>
              <span className="amplify-visually-hidden">{t('pricing:comparison.feature')}</span>
            </th>
            {offers.map(({ plan }) => (
              <th key={plan} role="columnheader" scope="col">
                {t(`common:plan.${plan}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row">
              {t('pricing:comparison.price')}
            </th>
            {offers.map(({ plan, price }) => (
              <td key={plan} className="soft" role="cell">
                {formatPrice(price, language)}
              </td>
            ))}
          </tr>
          {COMPARED.map((limit) => (
            <tr key={limit} role="row">
              <th role="rowheader" scope="row">
                {t(`pricing:comparison.${limit}`)}
              </th>
              {offers.map(({ plan, limits }) => (
                <td key={plan} className="soft" role="cell">
                  {isUnlimited(limits[limit])
                    ? t('pricing:comparison.unlimited')
                    : formatNumber(limits[limit], language)}
                </td>
              ))}
            </tr>
          ))}
          {INCLUDED.map((feature) => (
            <tr key={feature} role="row">
              <th role="rowheader" scope="row">
                {t(`pricing:included.${feature}`)}
              </th>
              {offers.map(({ plan }) => (
                <td key={plan} className="soft" role="cell">
                  <Check size={19} className={styles.tick} aria-hidden="true" />
                  <span className="amplify-visually-hidden">{t('pricing:comparison.yes')}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  );
}
