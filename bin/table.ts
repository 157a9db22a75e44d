import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableDocument } from './build/table-document';

/* `npm run table`: writes down the table's items, their keys and what they are, from the entities; `--print` only says it. */

const root = fileURLToPath(new URL('..', import.meta.url));
const printed = await tableDocument(root);
if (process.argv.includes('--print')) process.stdout.write(printed);
else writeFileSync(path.join(root, 'functions/core/TABLE.md'), printed);
