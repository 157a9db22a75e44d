import { BotCategory, BotType, BotVisibility } from '../../../../../functions/contract/bot-config';
import { useTexts } from '../../../i18n';
import { LANGUAGES } from '../../../i18n/languages';
import { SelectSetting } from './fields';

export const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export function TypeSetting() {
  const { t } = useTexts();
  return (
    <SelectSetting
      field="type"
      options={BotType.options.map((value) => ({ value, label: t(`bots:types.${value}`) }))}
    />
  );
}

export function CategorySetting() {
  const { t } = useTexts();
  return (
    <SelectSetting
      field="category"
      none={t('bots:form.none')}
      options={BotCategory.options.map((value) => ({ value, label: t(`bots:categories.${value}`) }))}
    />
  );
}

export function LanguageSetting({ hint }: { readonly hint?: string }) {
  const { t } = useTexts();
  return (
    <SelectSetting
      field="language"
      {...(hint !== undefined && { hint })}
      options={LANGUAGES.map(({ code }) => ({ value: code, label: t(`common:languages.${code}`) }))}
    />
  );
}

export function TimezoneSetting() {
  const { t } = useTexts();
  return (
    <SelectSetting
      field="timezone"
      hint={t('bots:hints.timezone')}
      options={TIME_ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  );
}

export function VisibilitySetting() {
  const { t } = useTexts();
  return (
    <SelectSetting
      field="visibility"
      options={BotVisibility.options.map((value) => ({ value, label: t(`bots:visibilities.${value}`) }))}
    />
  );
}
