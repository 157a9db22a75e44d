import { ColourField } from '#features/bots/components/ColourField.tsx';
import { useSetting } from '../hooks/useSetting';

export function ColourSetting({
  field,
}: {
  readonly field: 'primaryColor' | 'secondaryColor' | 'accentColor';
}) {
  const { label, value, set, ref, onBlur } = useSetting(field);
  return (
    <ColourField label={label} value={value} onChange={set} onInvalid={set} onBlur={onBlur} inputRef={ref} />
  );
}
