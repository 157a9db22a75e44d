import { CalendarClock, CircleDashed, Footprints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n';
import styles from './coming.module.css';

/** What will be here, what can be done today, and a way on. */
export function Outlook({
  points,
  today,
  children,
}: {
  readonly points: readonly string[];
  readonly today: string;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <div className={styles.outlook}>
      <section className={styles.part}>
        <h2 className={styles.heading}>
          <CalendarClock size={20} aria-hidden="true" />
          {t('coming:later')}
        </h2>
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>
              <CircleDashed size={15} aria-hidden="true" />
              {point}
            </li>
          ))}
        </ul>
      </section>
      <section className={`${styles.part} ${styles.today}`}>
        <h2 className={styles.heading}>
          <Footprints size={20} aria-hidden="true" />
          {t('coming:today')}
        </h2>
        <p>{today}</p>
        <div className={styles.actions}>{children}</div>
      </section>
    </div>
  );
}
