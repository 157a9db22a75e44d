import type { DataField } from '#contract/bots/flow';

/** What a visitor gives to a question. A file is handed in by name, size and kind; its content goes another way. */
export type FlowInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'file'; readonly name: string; readonly size: number; readonly type: string }
  | { readonly kind: 'skip' }
  | { readonly kind: 'continue' };

/** A collected value: text in one form for each type (`2026-05-31`, `12.5`), several choices as a list. */
export type FieldValue = string | readonly string[];

export type FieldProblem =
  | 'required'
  | 'email'
  | 'phone'
  | 'number'
  | 'integer'
  | 'too_small'
  | 'too_large'
  | 'choice'
  | 'date'
  | 'url'
  | 'file'
  | 'file_type'
  | 'file_size'
  | 'too_long';

export type ReadField = { readonly value: FieldValue } | { readonly problem: FieldProblem };

type Locale = 'en' | 'de';

const LONGEST = { text: 200, textarea: 4_000 } as const;
/** Bytes and kinds of a file that a visitor may hand in. */
export const FLOW_FILE = {
  maxBytes: 10_000_000,
  types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain'],
} as const;

/** The value that an input means for a field, as people of this language write, or why it is none. */
export function readField(field: DataField, input: FlowInput, language: Locale): ReadField {
  if (input.kind === 'skip' || input.kind === 'continue')
    return field.required ? wrong('required') : right('');
  if (field.type === 'file') return readFile(input);
  if (input.kind === 'file') return wrong('required');
  if (field.type === 'multiselect') return readChoices(field, input);
  const text = (input.kind === 'text' ? input.text : (input.choices[0] ?? '')).trim();
  if (text === '') return field.required ? wrong('required') : right('');
  switch (field.type) {
    case 'text':
    case 'textarea':
      return text.length > LONGEST[field.type] ? wrong('too_long') : right(text);
    case 'email':
      return readEmail(text);
    case 'phone':
      return readPhone(text);
    case 'number':
      return readNumber(field, text, language);
    case 'date':
      return readDate(text);
    case 'url':
      return readUrl(text);
    case 'select':
      return found(choiceOf(field.options, text), 'choice');
  }
}

function readFile(input: FlowInput): ReadField {
  if (input.kind !== 'file' || input.name === '') return wrong('file');
  if (!FLOW_FILE.types.some((type) => type === input.type)) return wrong('file_type');
  return input.size > FLOW_FILE.maxBytes ? wrong('file_size') : right(input.name);
}

/** Chosen, or typed with commas between. */
function readChoices(field: DataField, input: FlowInput): ReadField {
  const named =
    input.kind === 'choices' ? input.choices : input.kind === 'text' ? split(field, input.text) : [];
  if (named.length === 0) return field.required ? wrong('required') : right([]);
  const chosen = named.map((name) => choiceOf(field.options, name));
  if (chosen.includes(undefined)) return wrong('choice');
  return right(field.options.filter((option) => chosen.includes(option)));
}

/** An option may have a comma in itself. */
function split(field: DataField, text: string): readonly string[] {
  if (choiceOf(field.options, text) !== undefined) return [text];
  return text.split(/[,;\n]/).filter((part) => part.trim() !== '');
}

function choiceOf(options: readonly string[], text: string): string | undefined {
  const wanted = folded(text);
  // Also by its number, as people answer a list.
  return (
    options.find((option) => folded(option) === wanted) ??
    options[/^\d{1,2}$/.test(wanted) ? Number(wanted) - 1 : -1]
  );
}

export function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function readEmail(text: string): ReadField {
  const ok =
    text.length <= 254 &&
    /^[^\s@<>()",;:]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}$/u.test(text);
  return ok && !/^\.|\.\.|\.@/.test(text) ? right(text) : wrong('email');
}

function readPhone(text: string): ReadField {
  const digits = text.replace(/\D/g, '').length;
  return /^\+?[\d\s()/.-]+$/.test(text) && digits >= 6 && digits <= 15
    ? right(text.replace(/\s+/g, ' '))
    : wrong('phone');
}

/** `1.234,5` in German is `1,234.5` in English. */
function readNumber(field: DataField, text: string, language: Locale): ReadField {
  const [group, point] = language === 'de' ? ['.', ','] : [',', '.'];
  const compact = text.replace(/[\s']/g, '').replace(/[€$%]$|^[€$]/, '');
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${point}\\d+)?$`);
  const plain = (grouped.test(compact) ? compact.replaceAll(group, '') : compact).replace(',', '.');
  if (!/^[+-]?\d{1,15}(?:\.\d{1,10})?$/.test(plain)) return wrong('number');
  const value = Number(plain);
  if (field.integer && !Number.isInteger(value)) return wrong('integer');
  if (field.min !== null && value < field.min) return wrong('too_small');
  if (field.max !== null && value > field.max) return wrong('too_large');
  return right(String(value));
}

/** `2026-05-31` as calendars give it, `31.5.2026` as people write it. */
function readDate(text: string): ReadField {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const written = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : written
      ? [written[3], written[2], written[1]]
      : [];
  if (!year || !month || !day) return wrong('date');
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${value}T00:00:00Z`);
  // The thirtieth of February would be in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? right(value) : wrong('date');
}

function readUrl(text: string): ReadField {
  const address =
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*\.[^/]*:\d/.test(text) ? text : `https://${text}`;
  if (/\s/.test(address) || address.length > 2_000) return wrong('url');
  try {
    const url = new URL(address);
    const isPage =
      (url.protocol === 'https:' || url.protocol === 'http:') &&
      url.hostname.includes('.') &&
      url.username === '';
    return isPage ? right(url.href) : wrong('url');
  } catch {
    return wrong('url');
  }
}

const right = (value: FieldValue): ReadField => ({ value });
const wrong = (problem: FieldProblem): ReadField => ({ problem });
const found = (value: string | undefined, problem: FieldProblem): ReadField =>
  value === undefined ? wrong(problem) : right(value);

/** What the bot says to a visitor whose answer is none; `{min}` and `{max}` are the field's. */
const FIELD_MESSAGES: Readonly<Record<Locale, Readonly<Record<FieldProblem, string>>>> = {
  en: {
    required: 'I need an answer to this one to go on.',
    email: 'That doesn’t look like an e-mail address. Please write it like name@example.com.',
    phone: 'That doesn’t look like a phone number. Please use digits, for example +44 20 7946 0958.',
    number: 'Please answer with a number.',
    integer: 'Please answer with a whole number.',
    too_small: 'Please give a number of at least {min}.',
    too_large: 'Please give a number of at most {max}.',
    choice: 'Please choose one of the options.',
    date: 'Please give a date like 2026-05-31.',
    url: 'That doesn’t look like a web address. Please write it like www.example.com.',
    file: 'Please choose a file.',
    file_type: 'Please choose a PDF, a picture (PNG, JPEG, WebP) or a text file.',
    file_size: 'The file is too large: at most 10 MB.',
    too_long: 'That is too long for me. Please shorten it.',
  },
  de: {
    required: 'Diese Angabe brauche ich, um weiterzumachen.',
    email: 'Das sieht nicht nach einer E-Mail-Adresse aus. Bitte schreiben Sie sie wie name@beispiel.de.',
    phone: 'Das sieht nicht nach einer Telefonnummer aus. Bitte nur Ziffern, zum Beispiel +49 30 901820.',
    number: 'Bitte antworten Sie mit einer Zahl.',
    integer: 'Bitte antworten Sie mit einer ganzen Zahl.',
    too_small: 'Bitte nennen Sie eine Zahl ab {min}.',
    too_large: 'Bitte nennen Sie eine Zahl bis {max}.',
    choice: 'Bitte wählen Sie eine der Möglichkeiten.',
    date: 'Bitte nennen Sie ein Datum wie 31.05.2026.',
    url: 'Das sieht nicht nach einer Webadresse aus. Bitte schreiben Sie sie wie www.beispiel.de.',
    file: 'Bitte wählen Sie eine Datei.',
    file_type: 'Bitte wählen Sie ein PDF, ein Bild (PNG, JPEG, WebP) oder eine Textdatei.',
    file_size: 'Die Datei ist zu groß: höchstens 10 MB.',
    too_long: 'Das ist zu lang für mich. Bitte kürzen Sie es.',
  },
};

export function fieldMessage(problem: FieldProblem, field: DataField, language: Locale): string {
  return FIELD_MESSAGES[language][problem]
    .replace('{min}', writtenBound(field.min, language))
    .replace('{max}', writtenBound(field.max, language));
}

/** In groups from five digits on: one of four may be a year. */
function writtenBound(bound: number | null, language: Locale): string {
  const format = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 10 });
  return bound === null ? '' : format.format(bound);
}

/** A collected value as people of this language write it: what was read is given back as it could have been typed. */
export function writtenValue(value: FieldValue, type: DataField['type'], language: Locale): string {
  if (typeof value !== 'string') return value.join(', ');
  if (type === 'number') return writtenNumber(value, language);
  return type === 'date' ? writtenDate(value, language) : value;
}

/** Not in groups: a number may be a year. */
function writtenNumber(value: string, language: Locale): string {
  return language === 'de' ? value.replace('.', ',') : value;
}

function writtenDate(value: string, language: Locale): string {
  const [year, month, day] = value.split('-');
  if (language === 'de' && day !== undefined) return `${day}.${month}.${year}`;
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? value
    : new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' }).format(date);
}
