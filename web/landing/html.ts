/** Markup whose values are already safe. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[];

/**
 * A piece of a page. Values are escaped unless they are pieces themselves. A line break with its indentation says
 * nothing: a space that is meant stands within a line.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = parts
    .map(
      (part, index) => part.replace(/\s*\n\s*/g, '') + (index < values.length ? markup(values[index]) : ''),
    )
    .join('');
  return new Html(text);
}

/** Code or data as it is, for the elements whose content is no markup. */
export function verbatim(text: string): Html {
  if (/<\/(script|style)/i.test(text)) throw new Error('The code would end its element.');
  return new Html(text);
}

export const NOTHING = new Html('');

function markup(value: Value | undefined): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }: Html) => text).join('');
  return String(value).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
