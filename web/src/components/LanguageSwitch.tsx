import { useTexts } from '#i18n/index';
import { LANGUAGES } from '#i18n/languages';
import { Segmented } from './Segmented';
import { useLanguageChoice } from './use-language-choice';

/** Offers each language by its own name, or by its code where room is short. */
export function LanguageSwitch({ compact = false }: { readonly compact?: boolean }) {
  const { t } = useTexts();
  const { language, changing, change } = useLanguageChoice();
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
