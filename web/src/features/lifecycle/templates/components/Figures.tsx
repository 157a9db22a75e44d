import { Clock3, Gauge, Star, Users } from 'lucide-react';
import type { TemplateSummary } from '#contract/lifecycle/templates';
import { formatNumber, formatRatio } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './templates.module.css';

/** What helps to choose: how hard, how long, and what others make of it. */
export function Figures({ template }: { readonly template: TemplateSummary }) {
  const { t, language } = useTexts();
  const { difficulty, setupMinutes, useCount, rating } = template;
  return (
    <ul className={`muted ${styles.figures}`}>
      <li>
        <Gauge size={15} aria-hidden="true" />
        {t(`templates:difficulty.${difficulty}`)}
      </li>
      <li>
        <Clock3 size={15} aria-hidden="true" />
        {t('templates:figures.minutes', { count: setupMinutes })}
      </li>
      {rating.average !== null && (
        <li>
          <Star size={15} aria-hidden="true" />
          {t('templates:figures.rating', {
            count: rating.count,
            average: formatRatio(rating.average, language),
            number: formatNumber(rating.count, language),
          })}
        </li>
      )}
      {useCount > 0 && (
        <li>
          <Users size={15} aria-hidden="true" />
          {t('templates:figures.uses', { count: useCount, number: formatNumber(useCount, language) })}
        </li>
      )}
    </ul>
  );
}
