import { PasswordField, type PasswordFieldProps } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { CapsLockHint } from './CapsLockHint';

export type PasswordInputProps = Omit<PasswordFieldProps, 'hasError' | 'errorMessage'> & {
  readonly problem?: TranslationKey | null;
};

/** A password that can be shown, with a word when capitals are locked. */
export function PasswordInput({
  problem = null,
  'aria-describedby': describedBy,
  ...props
}: PasswordInputProps) {
  const { t } = useTexts();
  const [locked, setLocked] = useState(false);
  // The browser tells of the lock with a key only, autofill's keys excepted: those bring no state.
  const look = (event: { nativeEvent: unknown }) => {
    const { nativeEvent } = event;
    if (nativeEvent instanceof KeyboardEvent) setLocked(nativeEvent.getModifierState('CapsLock'));
  };
  return (
    <div>
      <PasswordField
        {...props}
        // A description of ours would take the place of the field's own, which is the message below it.
        {...(problem === null && describedBy ? { 'aria-describedby': describedBy } : {})}
        autoCapitalize="none"
        spellCheck={false}
        hasError={problem !== null}
        errorMessage={problem && t(problem)}
        showPasswordButtonLabel={t('common:password.show')}
        passwordIsHiddenLabel={t('common:password.hidden')}
        passwordIsShownLabel={t('common:password.shown')}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={(event) => {
          setLocked(false);
          props.onBlur?.(event);
        }}
      />
      <CapsLockHint shown={locked} />
    </div>
  );
}
