import { type FieldError, get, useController } from 'react-hook-form';
import type { BotConfig } from '#contract/bots/bot-config';
import { useTexts } from '#i18n/index';
import type { SettingField } from '../settings';

/** A setting of the form around: its value, what is wrong with it, and its name in the reader's language. */
export function useSetting<F extends SettingField>(field: F) {
  const { t } = useTexts();
  const { field: control, formState } = useController<BotConfig, SettingField>({ name: field });
  const error = get(formState.errors, field) as unknown;
  const kind = firstError(error);
  return {
    label: t(`bots:fields.${field}`),
    value: control.value as BotConfig[F],
    set: (value: BotConfig[F]) => control.onChange(value),
    ref: control.ref,
    onBlur: control.onBlur,
    problem: kind === null ? undefined : t(PROBLEMS[kind] ?? FORMS[field] ?? 'bots:form.invalid'),
    /** Of a list: the places of the entries that are wrong. */
    wrongEntries: Array.isArray(error)
      ? [...error.keys()].filter((at) => firstError(error[at]) !== null)
      : [],
  };
}

const PROBLEMS: Readonly<Record<string, 'bots:form.required' | 'bots:form.long'>> = {
  too_small: 'bots:form.required',
  too_big: 'bots:form.long',
};

/** What is said of a value that has another form than the contract wants. */
const FORMS: Readonly<Partial<Record<SettingField, 'bots:form.extent' | 'bots:form.host'>>> = {
  embeddedWidth: 'bots:form.extent',
  embeddedHeight: 'bots:form.extent',
  allowedDomains: 'bots:form.host',
};

/** The kind of the first thing that is wrong in a value: of a list or a record, with any of its parts. */
function firstError(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('type' in error && typeof error.type === 'string') return (error as FieldError).type;
  for (const part of Object.values(error)) {
    const found = firstError(part);
    if (found !== null) return found;
  }
  return null;
}
