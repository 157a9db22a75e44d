import { Check, Circle } from 'lucide-react';
import { PASSWORD_RULES } from '#features/accounts/password.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import styles from '../../../components/form/form.module.css';

const TEXTS: Record<(typeof PASSWORD_RULES)[number]['id'], TranslationKey> = {
  length: 'auth:rules.length',
  lower: 'auth:rules.lower',
  upper: 'auth:rules.upper',
  digit: 'auth:rules.digit',
};

/** The rules of a new password, each ticked off as it is met. */
export function PasswordRules({ id, password }: { readonly id: string; readonly password: string }) {
  const { t } = useTexts();
  return (
    <ul id={id} className={`muted ${styles.rules}`} aria-label={t('auth:rules.label')}>
      {PASSWORD_RULES.map((rule) => {
        const met = rule.met(password);
        return (
          <li key={rule.id} className="line" data-met={met}>
            {met ? <Check size={15} aria-hidden="true" /> : <Circle size={15} aria-hidden="true" />}
            {t(TEXTS[rule.id])}
            {met && <span className="amplify-visually-hidden">{t('auth:rules.met')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
