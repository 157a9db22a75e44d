import { Check } from 'lucide-react';
import { MILESTONES, type MilestoneId } from '../../../../../functions/contract/roadmap';
import { useTexts } from '../../../i18n';
import { quarterText } from '../quarter';
import styles from './roadmap.module.css';

export function Milestones() {
  const { t } = useTexts();
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
                <p className={styles.when}>
                  {quarterText(t, date)} <span className={styles.state}>{t(`roadmap:status.${status}`)}</span>
                </p>
                <h3>{t(`roadmap:milestones.${id}.title`)}</h3>
                <p>{t(`roadmap:milestones.${id}.description`)}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
