import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { withoutUnusedStyles } from './unused-styles';

const here = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * What Amplify's components bring along and no page runs: they make a style sheet of all design tokens for a theme
 * provider that writes it at run time. Ours are in theme/tokens.css, and the content security policy forbids such a
 * sheet. By the end of a module's path, what stands in its place.
 */
const UNUSED: Readonly<Record<string, string>> = {
  '/@aws-amplify/ui/dist/esm/theme/createTheme/createTheme.mjs': `
    import { breakpoints } from '../breakpoints.mjs';
    const theme = { name: '', tokens: {}, breakpoints, cssText: '', containerProps: () => ({}), overrides: [] };
    export const createTheme = () => theme;`,
  '/@aws-amplify/ui/dist/esm/theme/tokens/index.mjs':
    'export const tokens = {}; export const reactNativeTokens = {};',
};

const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  transform(code, id) {
    const path = Object.keys(UNUSED).find((end) => id.endsWith(end));
    return path ? { code: UNUSED[path] ?? code, map: null } : null;
  },
};

/**
 * Files that browsers keep while pages change, by what is in them. `minShareCount`: parts that fewer entries share stay
 * with the pages that need them, so that none is loaded for its neighbours' sake.
 */
const CHUNKS: readonly { readonly name: string; readonly test: RegExp; readonly minShareCount?: number }[] = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|use-sync-external-store)\//,
  },
  {
    name: 'session',
    test: /node_modules\/(@aws-amplify|aws-amplify|@smithy|@aws-crypto|tslib|js-cookie|uuid)\//,
    minShareCount: 4,
  },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  { name: 'contract', test: /node_modules\/zod\/|functions\/contract\//, minShareCount: 8 },
  { name: 'query', test: /node_modules\/@tanstack\// },
  { name: 'components', test: /web\/src\/(components|i18n|theme)\/|lucide-react/, minShareCount: 8 },
];

export default defineConfig(({ command }) => {
  // Started by something that runs as `test` or `development`, a build would carry React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('.'),
    publicDir: here('public'),
    plugins: [withoutUnused, react()],
    css: { modules: { localsConvention: 'camelCaseOnly' }, postcss: { plugins: [withoutUnusedStyles] } },
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      // The first browsers that know light-dark(), on which the theme stands.
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      // A data: address would need its own exception in the content security policy.
      assetsInlineLimit: 0,
      // Chunks are preloaded by their import; the polyfill would be an inline script.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Which file an entry loads: the size budgets are measured by it.
      manifest: true,
      // Libraries change less often than we do, so each kind is a file of its own, which browsers keep. What most
      // pages share is one too: a file for each small part would be seventy more requests.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: CHUNKS.map((chunk) => ({ ...chunk, includeDependenciesRecursively: false })),
          },
        },
      },
    },
  };
});
