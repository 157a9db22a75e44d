import { type Plugin, runnerImport } from 'vite';

/**
 * Modules called `*.built.ts` run when the dashboard is built: browsers get what they export, as plain values, and
 * nothing of what it took to make it.
 */
export const builtModules: Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  load: {
    filter: { id: /\.built\.ts$/ },
    async handler(id) {
      const { module, dependencies } = await runnerImport<Readonly<Record<string, unknown>>>(id);
      for (const file of dependencies) this.addWatchFile(file);
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  },
};
