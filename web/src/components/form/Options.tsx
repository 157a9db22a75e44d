import type { ReactNode } from 'react';

/** What a select offers: a value each, and its words, where these are not the value itself. */
export function Options<T>({
  of,
  value = String,
  children = value,
}: {
  readonly of: readonly T[] | undefined;
  readonly value?: (each: T) => string | number;
  readonly children?: (each: T) => ReactNode;
}) {
  return of?.map((each) => (
    <option key={value(each)} value={value(each)}>
      {children(each)}
    </option>
  ));
}
