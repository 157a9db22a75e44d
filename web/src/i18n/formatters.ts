const numberFormats = new Map<string, Intl.NumberFormat>();
const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();
let offset: number | undefined;

/** Made once for each way to write: making one takes many times as long as writing with it, and lists have rows. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numberFormats, [locale, options], () => new Intl.NumberFormat(locale, options));
}

export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Without a zone it keeps to the one in which it was made, and a laptop travels.
  const now = new Date().getTimezoneOffset();
  if (now !== offset) dateTimeFormats.clear();
  offset = now;
  return kept(dateTimeFormats, [locale, options], () => new Intl.DateTimeFormat(locale, options));
}

function kept<Format>(formats: Map<string, Format>, way: readonly unknown[], make: () => Format): Format {
  const key = JSON.stringify(way);
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}
