/** Where a bundle lies, of which esbuild makes CommonJS: put in the place of `import.meta.url`, which is not there. */
import { pathToFileURL } from 'node:url';

export const moduleUrl = pathToFileURL(__filename).href;
