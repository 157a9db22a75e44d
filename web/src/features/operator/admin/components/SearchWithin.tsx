import { SearchField } from '@aws-amplify/ui-react';
import { useTexts } from '#i18n/index';

type Words = readonly (string | null | undefined)[];

/** Searches in what a list shows. */
export function SearchWithin({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  return (
    <SearchField
      label={t('admin:search.label')}
      labelHidden={false}
      hasSearchButton={false}
      value={value}
      maxLength={100}
      onChange={({ target }) => onChange(target.value)}
      onClear={() => onChange('')}
    />
  );
}

/** Whether all that is searched for stands somewhere among these words. */
export function hasWords(search: string, words: Words): boolean {
  const text = words.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
