import type { Plugin } from 'vite';

/** A rule whose selectors all name a button's variation in a colour theme; ours have none. */
const COLOURED_BUTTON =
  /^[ \t]*(?:\.amplify-button--[a-z]+--(?:info|warning|error|success|overlay)\b[^{},]*,?\s*)+\{[^{}]*\}\n*/gm;
const DECLARED = /^[ \t]*(--amplify-[\w-]+):[^;{}]*;\n/gm;
const READ = /var\(\s*(--amplify-[\w-]+)/g;

/**
 * Amplify UI declares the design tokens of every component there is, and buttons in every colour; what nothing reads
 * has no effect, and together it is half of what a page loads of styles.
 */
export const withoutUnusedStyles: Plugin = {
  name: 'without-unused-styles',
  transform: {
    // The sheet that Amplify's styles come in, with those that it imports: other sheets may set what this one reads.
    filter: { id: /\/theme\/base\.css$/ },
    handler: (css) => ({ code: usedOf(css), map: null }),
  },
};

/** What is used of a sheet as Lightning CSS writes it: each rule and declaration on a line of its own. */
export function usedOf(sheet: string): string {
  let used = sheet.replace(COLOURED_BUTTON, '');
  // What a removed token read may be read by nothing else: until all that is left is read.
  for (let before = ''; before !== used; ) {
    before = used;
    const read = new Set(Array.from(before.matchAll(READ), ([, name]) => name));
    used = before.replace(DECLARED, (declaration, name: string) => (read.has(name) ? declaration : ''));
  }
  return used;
}
