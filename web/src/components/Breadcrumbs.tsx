import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import styles from './Breadcrumbs.module.css';

export interface Crumb {
  readonly to: string;
  readonly name: string;
}

/** The way from the dashboard to this page. `trail` is what lies between, `here` the page itself. */
export function Breadcrumbs({
  trail = [],
  here,
}: {
  readonly trail?: readonly Crumb[];
  readonly here: string;
}) {
  const { t } = useTexts();
  const steps = [{ to: '/dashboard', name: t('common:nav.dashboard') }, ...trail];
  return (
    <nav className="parted-below-snug" aria-label={t('common:nav.breadcrumbs')}>
      <ol className={`faint ${styles.list}`}>
        {steps.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className={`cut ${styles.step}`}>
              {name}
            </Link>
            <ChevronRight size={14} aria-hidden="true" />
          </li>
        ))}
        <li>
          <span className={`pale cut ${styles.here}`} aria-current="page">
            {here}
          </span>
        </li>
      </ol>
    </nav>
  );
}
