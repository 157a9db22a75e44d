import { useState } from 'react';
import { changeLanguage, useTexts } from '../i18n';
import { LANGUAGES, type LanguageCode } from '../i18n/languages';
import { Segmented } from './Segmented';
import { useToast } from './toasts';

/** Offers each language by its own name, or by its code where room is short. */
export function LanguageSwitch({ compact = false }: { readonly compact?: boolean }) {
  const { t, language } = useTexts();
  const [changing, setChanging] = useState(false);
  const toast = useToast();
  const change = async (code: LanguageCode) => {
    setChanging(true);
    try {
      await changeLanguage(code);
    } catch {
      toast({ kind: 'error', text: t('common:language.failed') });
    } finally {
      setChanging(false);
    }
  };
  return (
    <Segmented
      label={t('common:language.label')}
      labelHidden={compact}
      value={language}
      disabled={changing}
      options={LANGUAGES.map(({ code, nativeName }) => ({
        value: code,
        label: compact ? code.toUpperCase() : nativeName,
      }))}
      onChange={(code) => void change(code)}
    />
  );
}
