import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { withFacts } from './facts-plugin';
import { frameModules } from './frame-modules';
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

interface Chunk {
  readonly name: string;
  readonly test: RegExp | ((id: string) => boolean);
  /** `$initial`: what the entry imports before it runs. */
  readonly tags?: ['$initial'];
  /** Parts that fewer entries share stay with the pages that need them, so that none is loaded for its neighbours' sake. */
  readonly minShareCount?: number;
  /** Several files, by the entries that load them; those below so many bytes join the nearest. */
  readonly entriesAware?: boolean;
  readonly entriesAwareMergeThreshold?: number;
}

const frame = frameModules();

/** Files that browsers keep while pages change, by what is in them. */
const CHUNKS: readonly Chunk[] = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|use-sync-external-store)\//,
  },
  {
    name: 'session',
    test: /node_modules\/(@aws-amplify|aws-amplify|@smithy|@aws-crypto|tslib|js-cookie|uuid)\//,
    minShareCount: 8,
  },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  // Not the list of languages, which every page has: signing in loads none of the rest.
  {
    name: 'contract',
    test: /node_modules\/zod\/|functions\/contract\/(?!base\/languages)/,
    minShareCount: 8,
  },
  // What fewer share: all signed-in pages load the list of calls soon, and with it a file of each of its parts.
  {
    name: 'calls',
    test: /functions\/contract\/(?!base\/languages)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 6_000,
  },
  { name: 'query', test: /node_modules\/@tanstack\// },
  // One file instead of ten small ones a page.
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
  // What every page runs before it is known which one it is.
  {
    name: 'start',
    test: /web\/src\/(?!main)|functions\/contract\/base\/languages|package\.json/,
    tags: ['$initial'],
  },
  // What every signed-in page has around it, and no other: one file instead of a dozen of a kilobyte.
  { name: 'frame', test: frame.has },
  // The rest by who loads it together: the screens of signing in load nothing of the signed-in ones.
  {
    name: 'shared',
    test: /web\/src\/(lib|app|components|i18n|theme)\//,
    minShareCount: 8,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_500,
  },
];

export default defineConfig(({ command }) => {
  // Started by something that runs as `test` or `development`, a build would carry React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('.'),
    publicDir: here('public'),
    plugins: [withFacts, withoutUnused, frame.plugin, react()],
    // The index that bots answer from also searches the help centre; of Node it needs nothing but a checksum.
    resolve: { alias: { 'node:zlib': here('./src/lib/crc32.ts') } },
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
