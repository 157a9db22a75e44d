import { type ComponentProps, useMemo } from 'react';
import { TIME_ZONES, timeZoneName } from '#lib/time-zones';
import { Combobox } from './Combobox';

/** A time zone, found by its city; also one that this browser does not know, where it is the value. */
export function TimeZoneField(props: Omit<ComponentProps<typeof Combobox>, 'options'>) {
  const { value } = props;
  const options = useMemo(
    () =>
      [...new Set([...(value === '' ? [] : [value]), ...TIME_ZONES])]
        .sort((one, other) => one.localeCompare(other))
        .map((zone) => ({ value: zone, label: timeZoneName(zone) })),
    [value],
  );
  return <Combobox {...props} options={options} />;
}
