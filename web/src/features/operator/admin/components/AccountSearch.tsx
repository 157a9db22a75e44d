import { SearchField } from '@aws-amplify/ui-react';
import { useTexts } from '#i18n/index';

/** Words of an address or a name. */
export function AccountSearch({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  return (
    <SearchField
      label={label}
      labelHidden={false}
      hasSearchButton={false}
      placeholder={t('admin:users.placeholder')}
      value={value}
      maxLength={254}
      onChange={({ target }) => onChange(target.value)}
      onClear={() => onChange('')}
    />
  );
}
