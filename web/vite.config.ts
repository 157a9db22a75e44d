import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * Amplify UI's primitives carry the design tokens of every component there is, for a style sheet that its theme
 * provider would write at run time. Ours are in theme/tokens.css, and the content security policy forbids such a sheet.
 */
const withoutComponentTokens: Plugin = {
  name: 'without-component-tokens',
  load(id) {
    return /\/@aws-amplify\/ui\/dist\/esm\/theme\/tokens\/components\/index\.mjs$/.test(id)
      ? 'export const components = {};'
      : null;
  },
};

export default defineConfig(({ command }) => {
  // Started by something that runs as `test` or `development`, a build would carry React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('.'),
    publicDir: here('public'),
    plugins: [withoutComponentTokens, react()],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
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
    },
  };
});
