/** As much of PostCSS's tree as is looked at here. */
interface Node {
  remove(): void;
}
interface Declaration extends Node {
  readonly prop: string;
  readonly value: string;
}
interface Rule extends Node {
  readonly selectors: readonly string[];
}
interface Root {
  readonly source?: { readonly input: { readonly file?: string } };
  walkDecls(visit: (declaration: Declaration) => void): void;
  walkRules(visit: (rule: Rule) => void): void;
}

/** A button's variation in a colour theme; ours have none. */
const COLOURED_BUTTON = /\.amplify-button--[a-z]+--(info|warning|error|success|overlay)/;

/**
 * Amplify UI declares the design tokens of every component there is, and buttons in every colour; what nothing reads
 * has no effect, and together it is half of what a page loads of styles.
 */
export const withoutUnusedStyles = {
  postcssPlugin: 'without-unused-styles',
  OnceExit(root: Root): void {
    // The sheet that Amplify's styles come in: other sheets may set what this one reads.
    if (!root.source?.input.file?.endsWith('/theme/base.css')) return;
    root.walkRules((rule) => {
      if (rule.selectors.every((selector) => COLOURED_BUTTON.test(selector))) rule.remove();
    });
    // What a removed token read may be read by nothing else: until all that is left is read.
    for (let removed = true; removed; ) {
      removed = false;
      const read = new Set<string>();
      root.walkDecls(({ value }) => {
        for (const [, name = ''] of value.matchAll(/var\(\s*(--amplify-[\w-]+)/g)) read.add(name);
      });
      root.walkDecls((declaration) => {
        if (!declaration.prop.startsWith('--amplify-') || read.has(declaration.prop)) return;
        declaration.remove();
        removed = true;
      });
    }
  },
};
