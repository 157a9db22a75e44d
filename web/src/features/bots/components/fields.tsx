import { SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { Options } from '#components/form/Options.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { Toggle } from '#components/Toggle.tsx';
import type { BotConfig } from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import { useSetting } from '../hooks/useSetting';
import type { FieldOf } from '../settings';
import styles from './settings.module.css';

export interface SettingProps<F> {
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

/** Settings side by side where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={`stack large ${styles.pair}`}>{children}</div>;
}
