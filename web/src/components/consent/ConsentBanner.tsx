import { Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/index';
import { saveConsent } from '#lib/consent';
import { SiteLink } from '../SiteLink';
import styles from './consent.module.css';
import { ConsentDialog } from './lazy-dialog';

/**
 * A bar at the bottom until there is a choice. What it takes of the window is `--consent`: the page ends above it
 * and scrolls what is focused free of it, and the keyboard comes to it last, so it interrupts nobody.
 */
export function ConsentBanner() {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const banner = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = banner.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--consent', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--consent');
    };
  }, []);

  const choose = (all: boolean) => {
    saveConsent({ analytics: all, preferences: all });
    // The button that had the focus is gone: go on with the page, not from its start.
    document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true });
  };
  return (
    <>
      <section ref={banner} className={styles.banner} aria-label={t('consent:banner.label')}>
        <p className={`muted ${styles.words}`}>
          {t('consent:banner.text')} <SiteLink to="/privacy">{t('consent:banner.learnMore')}</SiteLink>{' '}
          <button type="button" className={styles.settings} onClick={() => setAsked(true)}>
            {t('consent:banner.settings')}
          </button>
        </p>
        <div className={styles.choices}>
          <button
            type="button"
            className="amplify-button amplify-button--small"
            onClick={() => choose(false)}
          >
            {t('consent:banner.necessaryOnly')}
          </button>
          <button type="button" className="amplify-button amplify-button--small" onClick={() => choose(true)}>
            {t('consent:banner.acceptAll')}
          </button>
        </div>
      </section>
      <Suspense>{asked && <ConsentDialog onClose={() => setAsked(false)} />}</Suspense>
    </>
  );
}
