import { Languages } from 'lucide-react';
import { useState } from 'react';
import { changeLanguage, useTexts } from '../i18n';
import { LANGUAGES, type LanguageCode } from '../i18n/languages';
import { CompactSelect } from './CompactSelect';
import { useToast } from './toasts';

/** The languages as a dropdown, each by its own name. */
export function LanguageMenu() {
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
    <CompactSelect
      label={t('common:language.label')}
      icon={<Languages size={18} />}
      short={language.toUpperCase()}
      value={language}
      disabled={changing}
      options={LANGUAGES.map(({ code, nativeName }) => ({ value: code, label: nativeName, lang: code }))}
      onChange={(code) => void change(code)}
    />
  );
}
