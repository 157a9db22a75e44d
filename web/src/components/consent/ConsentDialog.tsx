import { X } from 'lucide-react';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { currentConsent, OPTIONAL_CATEGORIES, type OptionalCategory, saveConsent } from '#lib/consent';
import styles from './consent.module.css';

const TEXTS: Readonly<
  Record<'necessary' | OptionalCategory, readonly [title: TranslationKey, text: TranslationKey]>
> = {
  necessary: ['consent:necessary.title', 'consent:necessary.text'],
  analytics: ['consent:analytics.title', 'consent:analytics.text'],
  preferences: ['consent:preferences.title', 'consent:preferences.text'],
};

/** What is allowed, one by one. Shown as long as it is rendered. */
export function ConsentDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [choice, setChoice] = useState(() => {
    const { analytics = false, preferences = false } = currentConsent() ?? {};
    return { analytics, preferences };
  });
  // A layout effect: closed while it is still in the page, the dialog gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const decide = (decision: typeof choice) => {
    saveConsent(decision);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide(choice);
  };
  return (
    <dialog
      ref={dialog}
      className={`floats high ${styles.dialog}`}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <header className="line broad apart top">
          <h2 className="title-m" id={`${id}-title`}>
            {t('consent:dialog.title')}
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label={t('consent:dialog.close')}
            onClick={onClose}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </header>
        <p className={styles.lead}>{t('consent:dialog.text')}</p>
        <Switch name="necessary" checked />
        {OPTIONAL_CATEGORIES.map((category) => (
          <Switch
            key={category}
            name={category}
            checked={choice[category]}
            onChange={(checked) => setChoice({ ...choice, [category]: checked })}
          />
        ))}
        <div className={styles.actions}>
          <button type="submit" className="amplify-button amplify-button--primary">
            {t('consent:dialog.save')}
          </button>
          <button
            type="button"
            className="amplify-button"
            onClick={() => decide({ analytics: true, preferences: true })}
          >
            {t('consent:dialog.acceptAll')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Without `onChange` it can't be turned. */
function Switch({
  name,
  checked,
  onChange,
}: {
  readonly name: keyof typeof TEXTS;
  readonly checked: boolean;
  readonly onChange?: (checked: boolean) => void;
}) {
  const { t } = useTexts();
  const id = useId();
  const [title, text] = TEXTS[name];
  return (
    <div className={styles.category}>
      <div>
        <label className="strong" htmlFor={id}>
          {t(title)}
        </label>
        <p id={`${id}-text`} className="muted">
          {t(text)}
        </p>
      </div>
      <input
        id={id}
        className={styles.switch}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        name={name}
        aria-describedby={`${id}-text`}
        checked={checked}
        disabled={!onChange}
        onChange={({ target }) => onChange?.(target.checked)}
      />
    </div>
  );
}
