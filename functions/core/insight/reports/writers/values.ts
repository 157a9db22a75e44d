import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import type { Cell, ValueKind } from '../report';
import { WRITER_TEXTS } from './texts';

/** How a reader of one language and time zone sees values. */
export class ValueFormat {
  readonly #numbers: Readonly<Record<'integer' | 'decimal' | 'percent' | 'usd', Intl.NumberFormat>>;
  readonly #instant: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;

  constructor(
    readonly language: Language,
    readonly timeZone: string,
  ) {
    const locale = localeOf(language);
    const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
    this.#numbers = {
      integer: numbers({ maximumFractionDigits: 0 }),
      decimal: numbers({ maximumFractionDigits: 2 }),
      percent: numbers({ style: 'percent', maximumFractionDigits: 1 }),
      usd: numbers({ style: 'currency', currency: 'USD', maximumFractionDigits: 4 }),
    };
    this.#instant = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone });
    this.#day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  }

  show(value: Cell, kind: ValueKind): string {
    if (value === null) return '–';
    if (typeof value === 'boolean') return WRITER_TEXTS[this.language][value ? 'yes' : 'no'];
    if (typeof value === 'number') return this.#showNumber(value, kind);
    if (kind === 'instant') return this.#instant.format(new Date(value));
    if (kind === 'day') return this.#day.format(new Date(`${value}T00:00:00Z`));
    return value;
  }

  #showNumber(value: number, kind: ValueKind): string {
    if (kind === 'seconds') return this.#showSeconds(value);
    const format = kind === 'integer' || kind === 'percent' || kind === 'usd' ? kind : 'decimal';
    return this.#numbers[format].format(value);
  }

  #showSeconds(value: number): string {
    if (value < 60) return `${this.#numbers.decimal.format(value)} s`;
    const seconds = Math.round(value);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
  }
}

/** Date and time of day of an instant in a time zone: `2030-01-31 08:05:00`, as spreadsheets read it. */
export class LocalTime {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  }

  text(instant: string): string {
    return this.#format.format(new Date(instant));
  }
}
