/** Attributes of a script tag, by their names in lower case. */
export type ScriptTag = ReadonlyMap<string, string>;

/**
 * The script tags of a page's source. Comments and what stands inside scripts are passed by. Each character is read
 * once, whatever the page is.
 */
export function scriptTags(html: string): readonly ScriptTag[] {
  const tags: ScriptTag[] = [];
  // Of ASCII only: other letters may become longer, and places would be others.
  const source = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const comments = finder(source, '<!--');
  const scripts = finder(source, '<script');
  let at = 0;
  for (;;) {
    const script = scripts(at);
    if (script === source.length) return tags;
    const comment = comments(at);
    if (comment < script) {
      at = endOf(source, comment + 4, '-->');
      continue;
    }
    at = script + '<script'.length;
    // `<scripts>` is another element.
    if (!/[\s/>]/.test(source.charAt(at))) continue;
    const { attributes, end } = attributesAt(html, at);
    tags.push(attributes);
    at = endOf(source, end, '</script');
  }
}

/** Finds a part from a place on, the text's end where there is none. Places only grow: none is searched twice. */
function finder(text: string, part: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      found = text.indexOf(part, from);
      if (found === -1) found = text.length;
    }
    return found;
  };
}

function endOf(text: string, from: number, part: string): number {
  const place = text.indexOf(part, from);
  return place === -1 ? text.length : place + part.length;
}

function attributesAt(html: string, from: number): { readonly attributes: ScriptTag; readonly end: number } {
  const attributes = new Map<string, string>();
  let at = from;
  const skip = (what: RegExp) => {
    const start = at;
    while (at < html.length && what.test(html.charAt(at))) at += 1;
    return html.slice(start, at);
  };
  for (;;) {
    skip(/[\s/]/);
    if (at >= html.length || html.charAt(at) === '>') return { attributes, end: at + 1 };
    // A name begins with whatever stands there, also where that is an equals sign.
    const first = html.charAt(at);
    at += 1;
    const name = (first + skip(/[^\s/>=]/)).toLowerCase();
    skip(/\s/);
    let value = '';
    if (html.charAt(at) === '=') {
      at += 1;
      skip(/\s/);
      const quote = html.charAt(at);
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        if (end === -1) return { attributes, end: html.length };
        value = html.slice(at + 1, end);
        at = end + 1;
      } else value = skip(/[^\s>]/);
    }
    // The first of two counts.
    if (!attributes.has(name)) attributes.set(name, value.replaceAll('&amp;', '&').trim());
  }
}
