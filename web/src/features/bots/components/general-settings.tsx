import { SelectField } from '@aws-amplify/ui-react';
import { Options } from '#components/form/Options.tsx';
import { TimeZoneField } from '#components/form/TimeZoneField.tsx';
import { BotCategory, BotType, BotVisibility } from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import { LANGUAGES } from '#i18n/languages';
import { useSetting } from '../hooks/useSetting';
import { SelectSetting } from './fields';

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

export function TimezoneSetting({ hint }: { readonly hint?: string }) {
  const { label, value, set, ref, onBlur, problem } = useSetting('timezone');
  return (
    <TimeZoneField
      ref={ref}
      label={label}
      hint={hint}
      value={value}
      onBlur={onBlur}
      onChange={set}
      problem={problem}
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

const KEPT_DAYS = [30, 90, 180, 365, 730] as const;

/** Days that conversations are kept. One that was set by the API stands among the usual ones. */
export function RetentionSetting() {
  const { t } = useTexts();
  const { label, value, set, ref, onBlur, problem } = useSetting('retentionDays');
  const days = [...new Set([...KEPT_DAYS, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  return (
    <SelectField
      ref={ref}
      label={label}
      descriptiveText={t('bots:hints.retentionDays')}
      value={value === null ? '' : String(value)}
      onBlur={onBlur}
      onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
      hasError={problem !== undefined}
      errorMessage={problem}
    >
      <option value="">{t('bots:retention.always')}</option>
      <Options of={days}>{(count) => t('bots:retention.days', { count })}</Options>
    </SelectField>
  );
}
