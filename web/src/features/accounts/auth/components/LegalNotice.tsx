import { Sentence } from '#components/Sentence.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { config } from '#lib/config';
import type { AuthMode } from '../modes';
import styles from './auth.module.css';

/** What holds between us; signing up agrees to it. Opened beside the form, which would lose what was typed. */
export function LegalNotice({ mode }: { readonly mode: AuthMode }) {
  return (
    <p className={`note ${styles.legal}`}>
      <Sentence
        text={mode === 'signup' ? 'auth:legal.signUp' : 'auth:legal.otherwise'}
        parts={{
          terms: <Beside path="/terms" label="auth:legal.terms" />,
          privacy: <Beside path="/privacy" label="auth:legal.privacy" />,
        }}
      />
    </p>
  );
}

function Beside({ path, label }: { readonly path: string; readonly label: TranslationKey }) {
  const { t } = useTexts();
  return (
    <a href={new URL(path, config().rootOrigin).href} target="_blank" rel="noopener" className="soft">
      {t(label)}
      <span className="amplify-visually-hidden"> {t('auth:legal.newTab')}</span>
    </a>
  );
}
