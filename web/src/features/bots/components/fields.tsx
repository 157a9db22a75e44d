import { Button, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Options } from '#components/form/Options.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Toggle } from '#components/Toggle.tsx';
import type { BotConfig } from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import { endsWord } from '#lib/composing';
import { useListEntries } from '../hooks/useListEntries';
import { useSetting } from '../hooks/useSetting';
import type { FieldOf } from '../settings';
import styles from './settings.module.css';

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
}: SettingProps<FieldOf<string>> & { readonly autoComplete?: string }) {
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
}: SettingProps<FieldOf<string>> & { readonly rows?: number; readonly isCode?: boolean }) {
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
export function SelectSetting<F extends FieldOf<string | null>>({
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
export function ChoiceSetting<F extends FieldOf<string>>({
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

export function ToggleSetting({ field, hint }: SettingProps<FieldOf<boolean>>) {
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
}: SettingProps<FieldOf<number>> & { readonly min: number; readonly max: number; readonly step?: number }) {
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

/** A list of short texts, each with a button that takes it out, and a field for the next. */
export function ListSetting({
  field,
  hint,
  entryLabel,
  max,
  clean = (entry) => entry.trim(),
  problemOf,
  placeholder = '',
}: SettingProps<FieldOf<string[]>> & {
  /** What is entered, where the part of the page has the list's own name. */
  readonly entryLabel?: string;
  readonly max: number;
  readonly clean?: (entry: string) => string;
  /** What is wrong with an entry, where its own words say it better than the setting's. */
  readonly problemOf?: (entry: string) => string | undefined;
  readonly placeholder?: string;
}) {
  const { t } = useTexts();
  const list = useListEntries(field, clean);
  const { label, problem, entries, wrong } = list;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isFull = entries.length >= max;
  const told = (wrong[0] !== undefined && problemOf?.(wrong[0])) || problem;
  const add = () => {
    input.current?.focus();
    list.add();
  };
  return (
    <div className="stack small">
      <TextField
        ref={(element: HTMLInputElement | null) => {
          input.current = element;
          list.ref(element);
        }}
        label={entryLabel ?? label}
        descriptiveText={hint}
        placeholder={placeholder}
        autoComplete="off"
        isDisabled={isFull}
        value={list.text}
        onChange={({ target }) => list.type(target.value)}
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
              <span className="long">{entry}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t('bots:form.remove', { name: entry })}
                onClick={() => {
                  list.remove(entry);
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

/** Settings side by side where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={`stack large ${styles.pair}`}>{children}</div>;
}
