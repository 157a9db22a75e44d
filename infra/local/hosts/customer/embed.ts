/** Data attributes that an embed code may carry beside the widget's id. */
export const ATTRIBUTES = [
  'company-name',
  'bot-name',
  'logo',
  'primary-color',
  'secondary-color',
  'greeting',
  'position',
  'mode',
  'target',
] as const;

/**
 * What was pasted, as the page's own query: `widget` and the attributes by their names. Takes a widget id, or
 * the whole script tag; undefined when it is neither.
 */
export function parseEmbed(pasted: string): Record<string, string> | undefined {
  const text = pasted.trim();
  if (isWidgetId(text)) return { widget: text };
  const given = new Map(
    [...text.matchAll(/\bdata-([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single]) => [
      name,
      unescaped(double ?? single ?? ''),
    ]),
  );
  const widget = given.get('widget-id') ?? '';
  if (!isWidgetId(widget)) return undefined;
  const others = ATTRIBUTES.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value] as const] : [];
  });
  return { widget, ...Object.fromEntries(others) };
}

function isWidgetId(text: string): boolean {
  return /^[a-z0-9]{8}$/.test(text);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => CHARACTERS[name] ?? whole);
}
