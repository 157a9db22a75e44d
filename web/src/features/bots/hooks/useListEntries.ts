import { useEffect, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { type BotConfig, EditedConfig } from '#contract/bots/bot-config';
import type { FieldOf } from '../settings';
import { useSetting } from './useSetting';

const NO_ENTRY: { readonly text: string; readonly entry: string | null } = { text: '', entry: null };

/**
 * A list of short texts, and what is typed as its next entry, which is the list's last entry already: it is shown and
 * saved with the others, whether or not they ask to add it.
 */
export function useListEntries(field: FieldOf<string[]>, clean: (entry: string) => string) {
  const { label, value, set, ref, problem, wrongEntries } = useSetting(field);
  const { trigger } = useFormContext<BotConfig>();
  const [next, setNext] = useState(NO_ENTRY);
  const all: readonly string[] = value;
  const isLast = next.entry !== null && all.at(-1) === next.entry;
  // The whole list may have been replaced from elsewhere, such as by that of an earlier version.
  const isTakenOut = next.entry !== null && !isLast;
  const entries = isLast ? all.slice(0, -1) : all;
  // Once saved or discarded, what was typed is an entry of the list or gone; what is typed meanwhile stays.
  const { defaultValues } = useFormState<BotConfig>();
  const isKept = isLast && !(defaultValues?.[field] ?? []).includes(next.entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the values that the form begins anew with
  useEffect(() => {
    if (!isKept) setNext(NO_ENTRY);
  }, [defaultValues]);
  const change = (list: string[]) => {
    set(list);
    if (problem !== undefined) void trigger(field);
  };
  return {
    label,
    ref,
    problem,
    entries,
    /** Those that are wrong, also the one that is typed. */
    wrong: wrongEntries.map((at) => all[at]),
    text: isTakenOut ? '' : next.text,
    type(text: string) {
      const entry = clean(text);
      const isNew = entry !== '' && !entries.includes(entry);
      setNext({ text, entry: isNew ? entry : null });
      change(isNew ? [...entries, entry] : [...entries]);
    },
    // What is wrong stays where it was typed, with the reason: it would be refused when all is saved, perhaps from elsewhere.
    add() {
      if (isLast && !EditedConfig.shape[field].safeParse([next.entry]).success) void trigger(field);
      else setNext(NO_ENTRY);
    },
    remove: (entry: string) => change(all.filter((other) => other !== entry)),
  };
}
