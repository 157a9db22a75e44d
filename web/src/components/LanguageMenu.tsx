import { Languages } from 'lucide-react';
import { useTexts } from '#i18n/index';
import { LANGUAGES } from '#i18n/languages';
import { CompactSelect } from './CompactSelect';
import { useLanguageChoice } from './use-language-choice';

/** The languages as a dropdown, each by its own name. */
export function LanguageMenu() {
  const { t } = useTexts();
  const { language, changing, change } = useLanguageChoice();
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
