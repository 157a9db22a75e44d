import { useEffect, useRef, useState } from 'react';
import { type SettingField, type Tab, tabOfField } from '../settings';

/** Settings of the first step, which stand in no section. */
const FIRST: readonly string[] = ['name', 'type', 'language', 'companyName', 'start'];

/** Which sections of a new bot's form are open: also those in which something is wrong, which takes the focus. */
export function useFoldedSections(setFocus: (field: SettingField) => void) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<Tab>>(new Set());
  /** A field that is wrong in a folded section, to be focused once that is open and its fields are loaded. */
  const focusNext = useRef<SettingField | null>(null);
  const shown = useRef(new Set<Tab>());
  const focusWrong = () => {
    const field = focusNext.current;
    const section = field === null ? null : tabOfField(field);
    if (field === null || !section || !shown.current.has(section)) return;
    focusNext.current = null;
    setFocus(field);
  };
  useEffect(focusWrong);
  const unfold = (fields: readonly string[]) => {
    const folded = fields.filter((field) => !FIRST.includes(field));
    const sections = folded.flatMap((field) => tabOfField(field) ?? []);
    setUnfolded((open) => new Set([...open, ...sections]));
    // What is wrong in the first step stands above all that.
    if (folded.length === fields.length) focusNext.current = (folded[0] as SettingField | undefined) ?? null;
  };
  const toggle = (section: Tab, isOpen: boolean) =>
    setUnfolded((open) => new Set(isOpen ? [...open, section] : [...open].filter((one) => one !== section)));
  const onShown = (section: Tab) => {
    shown.current.add(section);
    focusWrong();
  };
  return { unfolded, toggle, unfold, onShown };
}
