import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves out what makes JSON schemas of zod's: every schema names its part of that, so that none of these 19 kB can be
 * shaken off. Where they are asked for nevertheless it says so.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    setup(setup) {
      setup.onLoad(
        { filter: /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ },
        async ({ path }) => {
          const code = await readFile(path, 'utf8');
          const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
          const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};$/gm)].map(([, name]) => name);
          const names = [...declared, ...renamed].map(
            // Called for each schema when it is made; what it returns, only when it is asked.
            (name) => `${name?.startsWith('create') ? 'method' : 'refuse'} as ${name}`,
          );
          const contents = `const refuse = () => { throw new Error("JSON schemas are left out of this bundle"); };
const method = () => refuse;
export { ${names.join(', ')} };`;
          return { contents, loader: 'js' };
        },
      );
    },
  };
}
