import { FileCheck2, Languages, Quote } from 'lucide-react';
import { LanguageSwitch } from '../../../components/LanguageSwitch';
import { LinkButton } from '../../../components/LinkButton';
import { Logo } from '../../../components/Logo';
import { SampleAnswer } from '../../../components/SampleAnswer';
import { useTexts } from '../../../i18n';
import type { TranslationKey } from '../../../i18n/keys';
import { config } from '../../../lib/config';
import { appUrl } from '../../../lib/hosts';
import { useTitle } from '../../../lib/use-title';
import styles from './LandingPage.module.css';

const FACTS: readonly { icon: typeof Quote; title: TranslationKey; text: TranslationKey }[] = [
  { icon: FileCheck2, title: 'landing:facts.documents.title', text: 'landing:facts.documents.text' },
  { icon: Quote, title: 'landing:facts.sources.title', text: 'landing:facts.sources.text' },
  { icon: Languages, title: 'landing:facts.languages.title', text: 'landing:facts.languages.text' },
];

export function LandingPage() {
  const { t } = useTexts();
  useTitle(t('landing:title'));
  const signIn = appUrl('/auth/login', config());
  const signUp = appUrl('/auth/signup', config());
  return (
    <div>
      <header className={styles.top}>
        <span className={styles.logo}>
          <Logo />
        </span>
        <div className={styles.topActions}>
          <LanguageSwitch compact />
          <a className={styles.signIn} href={signIn}>
            {t('landing:signIn')}
          </a>
        </div>
      </header>
      <main>
        <div className={styles.night}>
          <div className={styles.hero}>
            <div>
              <h1>{t('landing:hero.title')}</h1>
              <p className={styles.lead}>{t('landing:hero.text')}</p>
              <div className={styles.actions}>
                <a className={styles.start} href={signUp}>
                  {t('landing:hero.action')}
                </a>
                <span>{t('landing:hero.trial')}</span>
              </div>
            </div>
            <SampleAnswer />
          </div>
        </div>
        <div className={styles.facts}>
          {FACTS.map(({ icon: Icon, title, text }) => (
            <section key={title}>
              <Icon size={24} aria-hidden="true" />
              <h2>{t(title)}</h2>
              <p>{t(text)}</p>
            </section>
          ))}
        </div>
      </main>
      <footer className={styles.foot}>
        <LinkButton to={signUp} variation="primary">
          {t('landing:hero.action')}
        </LinkButton>
        <LinkButton to={signIn}>{t('landing:signIn')}</LinkButton>
      </footer>
    </div>
  );
}
