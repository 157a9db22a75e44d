import { Button, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Options } from '#components/form/Options.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { type BotConfig, EditedConfig } from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import { endsWord } from '#lib/composing';
import { useSetting } from '../hooks/useSetting';
import type { SettingField } from '../settings';
import styles from './settings.module.css';

/** Settings whose value is of this type. */
type Of<T> = { [F in SettingField]: BotConfig[F] extends T ? F : never }[SettingField];

interface SettingProps<F> {
  readonly field: F;
  readonly hint?: string;
  /** Where the part of the page has the same name. */
  readonly labelHidden?: boolean;
}

export function TextSetting({
  field,
  hint,
  autoComplete = 'off',
}: SettingProps<Of<string>> & { readonly autoComplete?: string }) {
  const { label, value, set, ref, onBlur, problem } = useSetting(field);
  return (
    <TextField
      ref={ref}
      label={label}
      descriptiveText={hint}
      autoComplete={autoComplete}
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => set(target.value as never)}
      hasError={problem !== undefined}
      errorMessage={problem}
    />
  );
}

export function AreaSetting({
  field,
  hint,
  labelHidden = false,
  rows = 2,
  isCode = false,
}: SettingProps<Of<string>> & { readonly rows?: number; readonly isCode?: boolean }) {
  const { label, value, set, ref, onBlur, problem } = useSetting(field);
  return (
    <TextAreaField
      ref={ref}
      className={isCode ? (styles.css ?? '') : ''}
      label={label}
      labelHidden={labelHidden}
      descriptiveText={hint}
      rows={rows}
      spellCheck={!isCode}
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => set(target.value as never)}
      hasError={problem !== undefined}
      errorMessage={problem}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** One of many. `none` is what the choice of nothing is called, where nothing can be chosen. */
export function SelectSetting<F extends Of<string | null>>({
  field,
  hint,
  options,
  none,
}: SettingProps<F> & { readonly options: readonly Option[]; readonly none?: string }) {
  const { label, value, set, ref, onBlur, problem } = useSetting(field);
  return (
    <SelectField
      ref={ref}
      label={label}
      descriptiveText={hint}
      value={(value as string | null) ?? ''}
      onBlur={onBlur}
      onChange={({ target }) => set((target.value === '' ? null : target.value) as BotConfig[F])}
      hasError={problem !== undefined}
      errorMessage={problem}
    >
      {none !== undefined && <option value="">{none}</option>}
      <Options of={options} value={(option) => option.value}>
        {(option) => option.label}
      </Options>
    </SelectField>
  );
}

/** One of a few. */
export function ChoiceSetting<F extends Of<string>>({
  field,
  hint,
  options,
}: SettingProps<F> & { readonly options: readonly Option[] }) {
  const { label, value, set } = useSetting(field);
  return (
    <div className="stack small">
      <Segmented
        label={label}
        value={value as string}
        options={options}
        onChange={(next) => set(next as BotConfig[F])}
      />
      {hint && <p className="faint">{hint}</p>}
    </div>
  );
}

export function ToggleSetting({ field, hint }: SettingProps<Of<boolean>>) {
  const { label, value, set, ref } = useSetting(field);
  return (
    <Toggle
      ref={ref}
      label={label}
      hint={hint}
      checked={value as boolean}
      onChange={(on) => set(on as never)}
    />
  );
}

export function NumberSetting({
  field,
  hint,
  min,
  max,
  step = 1,
}: SettingProps<Of<number>> & { readonly min: number; readonly max: number; readonly step?: number }) {
  const { t } = useTexts();
  const { label, value, set, ref, onBlur, problem } = useSetting(field);
  return (
    <TextField
      ref={ref}
      type="number"
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      label={label}
      descriptiveText={hint}
      min={min}
      max={max}
      step={step}
      // What is empty is no number, and stays empty until one is typed.
      value={Number.isNaN(value) ? '' : String(value)}
      onBlur={onBlur}
      onChange={({ target }) => set(target.valueAsNumber as never)}
      hasError={problem !== undefined}
      errorMessage={problem && t('bots:form.range', { min, max })}
    />
  );
}

/**
 * A list of short texts, each with a button that takes it out, and a field for the next. What stands in that field is
 * the list's last entry already: it is shown and saved with the others, whether or not they ask to add it.
 */
export function ListSetting({
  field,
  hint,
  entryLabel,
  max,
  clean = (entry) => entry.trim(),
  problemOf,
  placeholder = '',
}: SettingProps<Of<string[]>> & {
  /** What is entered, where the part of the page has the list's own name. */
  readonly entryLabel?: string;
  readonly max: number;
  readonly clean?: (entry: string) => string;
  /** What is wrong with an entry, where its own words say it better than the setting's. */
  readonly problemOf?: (entry: string) => string | undefined;
  readonly placeholder?: string;
}) {
  const { t } = useTexts();
  const { label, value, set, ref, problem, wrongEntries } = useSetting(field);
  const { trigger } = useFormContext<BotConfig>();
  const [next, setNext] = useState(NO_ENTRY);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const all = value as readonly string[];
  const isLast = next.entry !== null && all.at(-1) === next.entry;
  // The whole list may have been replaced from elsewhere, such as by that of an earlier version.
  const isTakenOut = next.entry !== null && !isLast;
  const entries = isLast ? all.slice(0, -1) : all;
  const isFull = entries.length >= max;
  // Once saved or discarded, what was typed is an entry of the list or gone; what is typed meanwhile stays.
  const { defaultValues } = useFormState<BotConfig>();
  const isKept = isLast && !(defaultValues?.[field] ?? []).includes(next.entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the values that the form begins anew with
  useEffect(() => {
    if (!isKept) setNext(NO_ENTRY);
  }, [defaultValues]);
  const type = (text: string) => {
    const entry = clean(text);
    const isNew = entry !== '' && !entries.includes(entry);
    setNext({ text, entry: isNew ? entry : null });
    set((isNew ? [...entries, entry] : [...entries]) as never);
    if (problem !== undefined) void trigger(field);
  };
  // What is wrong stays where it was typed, with the reason: it would be refused when all is saved, perhaps from elsewhere.
  const add = () => {
    input.current?.focus();
    if (isLast && !EditedConfig.shape[field].safeParse([next.entry]).success) void trigger(field);
    else setNext(NO_ENTRY);
  };
  const wrong = wrongEntries.map((at) => all[at]);
  const told = (wrong[0] !== undefined && problemOf?.(wrong[0])) || problem;
  return (
    <div className="stack small">
      <TextField
        ref={(element: HTMLInputElement | null) => {
          input.current = element;
          ref(element);
        }}
        label={entryLabel ?? label}
        descriptiveText={hint}
        placeholder={placeholder}
        autoComplete="off"
        isDisabled={isFull}
        value={isTakenOut ? '' : next.text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || endsWord(event.nativeEvent)) return;
          event.preventDefault();
          add();
        }}
        hasError={problem !== undefined}
        errorMessage={
          problem && wrong[0] !== undefined
            ? t('bots:form.entry', { entry: wrong[0], problem: told ?? problem })
            : problem
        }
        outerEndComponent={
          <Button onClick={add} isDisabled={isFull} aria-describedby={id}>
            <Plus size={16} aria-hidden="true" />
            {t('bots:form.add')}
          </Button>
        }
      />
      <span id={id} className="faint">
        {isFull ? t('bots:form.full', { count: max }) : ''}
      </span>
      {entries.length > 0 && (
        <ul className="row small" aria-label={label}>
          {entries.map((entry) => (
            <li key={entry} className={styles.entry} data-wrong={wrong.includes(entry)}>
              <span>{entry}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t('bots:form.remove', { name: entry })}
                onClick={() => {
                  set(all.filter((other) => other !== entry) as never);
                  if (problem !== undefined) void trigger(field);
                  input.current?.focus();
                }}
              >
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const NO_ENTRY: { readonly text: string; readonly entry: string | null } = { text: '', entry: null };

/** Settings side by side where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={`stack large ${styles.pair}`}>{children}</div>;
}
