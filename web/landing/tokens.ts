/**
 * The style sheet with those tokens before it that it uses, and those that they use: all of them would weigh more
 * than the page. What the style sheet declares itself is its own.
 */
export function withTokens(css: string, tokens: string): string {
  const root = /:root\s*\{([^}]*)\}/.exec(withoutComments(tokens))?.[1];
  if (root === undefined) throw new Error('The tokens have no :root rule.');
  const values = new Map(
    [...root.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value] as const),
  );
  const own = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const used = new Map<string, string>();
  const take = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (own.has(name)) continue;
      const value = values.get(name);
      if (value === undefined) throw new Error(`There is no token ${name}.`);
      if (used.has(name)) continue;
      used.set(name, value);
      take(value);
    }
  };
  take(css);
  const declarations = [...used].map(([name, value]) => `${name}:${value};`).join('');
  return `:root{color-scheme:light dark;${declarations}}${schemes(tokens)}${css}`;
}

/** The rules by which a stored choice wins over the system's. */
function schemes(tokens: string): string {
  return [...tokens.matchAll(/html\[data-theme[^{]*\{[^}]*\}/g)].map(([rule]) => rule).join('');
}

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '');
}
