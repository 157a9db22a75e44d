import { Sparkles, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ALPHA } from '#contract/accounts/alpha';
import { formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { type AlphaPlacement, dismissAlphaBanner, isAlphaBannerDismissed } from '#lib/alpha-banner';
import styles from './AlphaBanner.module.css';

/** What the alpha programme offers, until it is dismissed in this place. `action` is the way to take part. */
export function AlphaBanner({
  placement,
  action,
}: {
  readonly placement: AlphaPlacement;
  readonly action?: ReactNode;
}) {
  const { t, language } = useTexts();
  const [isDismissed, setDismissed] = useState(() => isAlphaBannerDismissed(placement));
  if (isDismissed) return null;
  const dismiss = () => {
    dismissAlphaBanner(placement);
    setDismissed(true);
    // The button that had the focus is gone.
    document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true });
  };
  return (
    <aside className={styles.banner} aria-label={t('common:alpha.label')}>
      <Sparkles size={20} aria-hidden="true" className={`brand ${styles.icon}`} />
      <p className={`fills ${styles.words}`}>
        <strong>{t('common:alpha.title', { version: ALPHA.version })}</strong>{' '}
        {t('common:alpha.text', {
          discount: formatPercent(ALPHA.discountPercent / 100, language),
          months: ALPHA.trialMonths,
        })}
      </p>
      {action && <div className={`row small ${styles.action}`}>{action}</div>}
      <button
        type="button"
        className={`icon-button ${styles.close}`}
        onClick={dismiss}
        aria-label={t('common:alpha.dismiss')}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </aside>
  );
}
