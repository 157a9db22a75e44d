import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { builtModules } from './built-modules';
import { withFacts } from './facts-plugin';
import { withoutUnusedStyles } from './unused-styles';

const here = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * What Amplify's components bring along and no page runs: they make a style sheet of all design tokens for a theme
 * provider that writes it at run time. Ours are in theme/tokens.css, and the content security policy forbids such a
 * sheet; with what unused-styles.ts drops it is 15 kB br of each first open, and 195 kB to read. By the end of a module's path, what stands in its place.
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
  transform: {
    // By names that the bundler looks at itself: it hands over no other module.
    filter: { id: Object.keys(UNUSED).map((end) => `**${end}`) },
    handler(code, id) {
      const path = Object.keys(UNUSED).find((end) => id.endsWith(end));
      return path ? { code: UNUSED[path] ?? code, map: null } : null;
    },
  },
};

/** Libraries that only some pages need, and that are large: schemas, forms, what signs in and renews a session. */
const LARGE = /node_modules\/(zod|react-hook-form|aws-amplify|@aws-amplify\/(auth|core))\//;
/** Modules by whether they run one of them, themselves or by what they import. */
const carriers = new Map<string, boolean>();

function carriesLarge(id: string, about: Rolldown.ChunkingContext): boolean {
  const known = carriers.get(id);
  if (known !== undefined) return known;
  const imported = id.includes('/node_modules/') ? [] : (about.getModuleInfo(id)?.importedIds ?? []);
  const answer = LARGE.test(id) || imported.some((other) => carriesLarge(other, about));
  carriers.set(id, answer);
  return answer;
}

/**
 * Chunks follow routes: a page is a file of its own. Beside it there are the libraries that run before every page, our
 * own code that does, what most pages share, what stands around each signed-in page, and the contract's schemas with
 * zod (37 kB br). Whatever carries a large library stays out of what all share.
 */
const CHUNKS = [
  { name: 'libraries', test: /node_modules|preload-helper|rolldown\/runtime/, tags: ['$initial'] },
  { name: 'start', test: /web\/src\/(?!main)|functions\/|package\.json/, tags: ['$initial'] },
  // One file instead of ten small ones a page.
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3 },
  // Names, limits and rules; its schemas are the last.
  { name: (id, about) => (carriesLarge(id, about) ? null : 'contract'), test: /functions\/contract\// },
  {
    name: (id, about) => (carriesLarge(id, about) ? null : 'shared'),
    test: /web\/src\/|node_modules\/@aws-amplify\/ui/,
    minShareCount: 8,
  },
  // What opens beside a page as soon as it stands: the account's menu, the question about cookies.
  { name: 'panels', test: /app\/AccountPanel|consent\/ConsentBanner/ },
  { name: 'frame', test: /app\/SignedInArea/ },
  // Where one arrives: what it shares with a few other pages comes with it.
  { name: 'dashboard', test: /insight\/dashboard\/components\/DashboardPage/ },
  { name: 'schemas', test: /node_modules\/zod\/|functions\/contract\// },
] as const satisfies readonly Rolldown.CodeSplittingGroup[];

export default defineConfig(({ command }) => {
  // Started by something that runs as `test` or `development`, a build would carry React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('.'),
    publicDir: here('public'),
    plugins: [withFacts, builtModules, withoutUnused, withoutUnusedStyles, react()],
    // The index that bots answer from also searches the help centre; of Node it needs a checksum, which is native there
    // for the sake of an index of 100,000 passages.
    resolve: { alias: { 'node:zlib': here('./src/lib/crc32.ts') } },
    // What old browsers need is written when a file of styles is done, by the build's target.
    css: { transformer: 'lightningcss', lightningcss: { targets: {} } },
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
        // Of what only passes on what others export, no more is read than is used: two modules in five.
        experimental: { lazyBarrel: true },
        output: {
          codeSplitting: {
            groups: [...CHUNKS],
          },
        },
      },
    },
  };
});
