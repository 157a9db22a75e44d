import type { FieldError, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { ZodType } from 'zod';
import type { TranslationKey } from '#i18n/keys';
import { ApiError } from './api-error';

/** Texts of a field by the kind of its error: a zod issue's code, a rule's name, or `server`. */
export type FieldTexts = Readonly<Partial<Record<string, TranslationKey>>> & {
  readonly otherwise: TranslationKey;
};

export function fieldErrorKey(error: FieldError | undefined, texts: FieldTexts): TranslationKey | null {
  return error ? (texts[error.type] ?? texts.otherwise) : null;
}

/** Shows what the server refused at its field. True when each complaint found one. */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const complaints = Object.keys(error.fields);
  // An entry of a list is shown at the list.
  const known = complaints.flatMap(
    (complaint) => names.find((name) => complaint === name || complaint.startsWith(`${name}.`)) ?? [],
  );
  for (const [index, name] of known.entries())
    setError(name, { type: 'server' }, { shouldFocus: index === 0 });
  return known.length > 0 && known.length === complaints.length;
}

/** The fields that the server refused; of a list's entry the list. */
export function refusedFields(error: unknown): readonly string[] {
  const complaints = error instanceof ApiError ? Object.keys(error.fields) : [];
  return complaints.map((complaint) => complaint.replace(/\..*/, ''));
}

/** A field's rule for React Hook Form, from a function that names what is wrong. */
export function rule<Values>(check: (value: string, values: Values) => TranslationKey | null): {
  readonly validate: (value: string | undefined, values: Values) => string | true;
} {
  return { validate: (value, values) => check(value ?? '', values) ?? true };
}

/** What is wrong with a text, called as zod calls its issues. */
type Judge = (text: string) => string | undefined;

/**
 * The same from the contract: from the schema of what is sent, which is the text without spaces around it, or from what
 * judges it where zod is not loaded. `empty` is said of nothing at all; without it a field may be left so.
 */
export function ruleOf(judge: ZodType | Judge, texts: FieldTexts & { readonly empty?: TranslationKey }) {
  const issueOf: Judge =
    typeof judge === 'function' ? judge : (text) => judge.safeParse(text).error?.issues[0]?.code;
  return rule((value) => {
    const text = value.trim();
    if (text === '') return texts.empty ?? null;
    const issue = issueOf(text);
    return issue === undefined ? null : (texts[issue] ?? texts.otherwise);
  });
}

/** What is wrong with a field that has a rule. */
export function problemOf(error: FieldError | undefined): TranslationKey | null {
  return (error?.message as TranslationKey | undefined) ?? null;
}
