import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Of the `package.json` that each client of the SDK carries to say its version: the version, not all 2 kB of it. */
export function shortPackages(): Plugin {
  return {
    name: 'short-packages',
    setup(setup) {
      setup.onLoad({ filter: /@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
        const { name, version } = JSON.parse(await readFile(path, 'utf8')) as Readonly<
          Record<string, string>
        >;
        return { contents: JSON.stringify({ name, version }), loader: 'json' };
      });
    },
  };
}
