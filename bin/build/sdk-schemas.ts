import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Lets esbuild leave out the SDK's schemas of operations that are not called: 60 kB of S3's, 40 of Lambda's.
 * They are object literals whose keys are constants (`[_h]: …`), and a computed key might have an effect, so
 * they are all kept; with the constant's text in its place none has.
 */
export function plainSchemaKeys(): Plugin {
  return {
    name: 'plain-schema-keys',
    setup(setup) {
      setup.onLoad({ filter: /@aws-sdk[\\/].*schemas_\d+\.js$/ }, async ({ path }) => {
        const code = await readFile(path, 'utf8');
        const constants = new Map<string, string>();
        for (const [, name = '', text = ''] of code.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm))
          constants.set(name, text);
        const contents = code.replace(/\[(_\w+)\]:/g, (key, name: string) => {
          const text = constants.get(name);
          return text === undefined ? key : `${text}:`;
        });
        return { contents: withoutErrors(path, contents), loader: 'js' };
      });
    },
  };
}

/**
 * Lambda's 56 classes of errors are 25 kB, and nobody asks which of them it was: it is the client's own class of error
 * then, with the name and the status that the service gave, by which it is repeated or not.
 */
function withoutErrors(path: string, code: string): string {
  if (!/@aws-sdk[\\/]client-lambda[\\/]/.test(path)) return code;
  return code.replace(/^n0_registry\.registerError\(\w+\$, \w+\);$/gm, '');
}
