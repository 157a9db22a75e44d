import { useState } from 'react';
import { changeLanguage, useTexts } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';
import { useToast } from './toasts';

/** The page's language, and how to change it; a change whose texts can't be loaded is told. */
export function useLanguageChoice() {
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
  return { language, changing, change };
}
