import { Clock3, Gauge, Star, Users } from 'lucide-react';
import type { TemplateSummary } from '../../../../../functions/contract/templates';
import { useTexts } from '../../../i18n';
import { formatNumber, formatRatio } from '../../../i18n/format';
import styles from './templates.module.css';

/** What helps to choose: how hard, how long, and what others make of it. */
export function Figures({ template }: { readonly template: TemplateSummary }) {
  const { t, language } = useTexts();
  const { difficulty, setupMinutes, useCount, rating } = template;
  return (
    <ul className={styles.figures}>
      <li>
        <Gauge size={15} aria-hidden="true" />
        {t(`templates:difficulty.${difficulty}`)}
      </li>
      <li>
        <Clock3 size={15} aria-hidden="true" />
        {t('templates:figures.minutes', { count: setupMinutes })}
      </li>
      <li>
        <Star size={15} aria-hidden="true" />
        {rating.average === null
          ? t('templates:figures.unrated')
          : t('templates:figures.rating', {
              count: rating.count,
              average: formatRatio(rating.average, language),
              number: formatNumber(rating.count, language),
            })}
      </li>
      <li>
        <Users size={15} aria-hidden="true" />
        {useCount === 0
          ? t('templates:figures.unused')
          : t('templates:figures.uses', { count: useCount, number: formatNumber(useCount, language) })}
      </li>
    </ul>
  );
}
