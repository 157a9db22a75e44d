import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig(({ command }) => {
  // Started by something that runs as `test` or `development`, a build would carry React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('.'),
    publicDir: here('public'),
    plugins: [react()],
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
