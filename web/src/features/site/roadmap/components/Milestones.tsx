import { Check } from 'lucide-react';
import { MILESTONES, type MilestoneId } from '#contract/site/roadmap';
import { formatList, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { quarterText } from '../quarter';
import { featuresOf } from '../tabs';
import styles from './roadmap.module.css';

/** Features that a milestone names. */
const NAMED = 3;

/** The versions, each with the features of its status: it promises nothing that is done. */
export function Milestones() {
  const { t, language } = useTexts();
  /** The first of them by name, and how many more. */
  const includes = (names: readonly string[]) => {
    const more = names.length - NAMED;
    const shown = names.slice(0, NAMED);
    if (more > 0) shown.push(t('roadmap:milestones.more', { number: formatNumber(more, language) }));
    return formatList(shown, language);
  };
  return (
    <section aria-labelledby="milestones" className={styles.milestones}>
      <h2 id="milestones">{t('roadmap:milestones.title')}</h2>
      <ol className={styles.line}>
        {(Object.keys(MILESTONES) as MilestoneId[]).map((id) => {
          const { status, date } = MILESTONES[id];
          return (
            <li key={id} data-status={status}>
              <span className={styles.mark} aria-hidden="true">
                {status === 'completed' && <Check size={16} strokeWidth={3} />}
              </span>
              <div className={styles.stop}>
                <p className={`muted row ${styles.when}`}>
                  {quarterText(t, date)} <span className={styles.state}>{t(`roadmap:status.${status}`)}</span>
                </p>
                <h3>{t(`roadmap:milestones.${id}.title`)}</h3>
                <p>{t(`roadmap:milestones.${id}.description`)}</p>
                <p className="muted parted-above-small">
                  {includes(featuresOf(status).map(([feature]) => t(`roadmap:features.${feature}.title`)))}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
