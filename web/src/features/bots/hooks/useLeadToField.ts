import { useEffect, useRef } from 'react';
import { type SettingField, type Tab, tabOfField } from '../settings';

/** Leads to the first of the fields that are given: the tab is opened that has it, unless the open one has one too. */
export function useLeadToField(
  tab: Tab,
  setFocus: (field: SettingField) => void,
  openTab: (tab: Tab) => void,
): (fields: readonly string[]) => void {
  /** A field of another tab is focused once that tab is there. */
  const focusNext = useRef<SettingField | null>(null);
  useEffect(() => {
    const field = focusNext.current;
    if (field === null || tabOfField(field) !== tab) return;
    focusNext.current = null;
    setFocus(field);
  });
  return (fields) => {
    const [field] = fields;
    const home = field === undefined ? undefined : tabOfField(field);
    // The tab that is open first: what is wrong there is before one's eyes.
    if (field === undefined || home === undefined || fields.some((other) => tabOfField(other) === tab))
      return;
    focusNext.current = field as SettingField;
    openTab(home);
  };
}
