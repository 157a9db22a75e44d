/**
 * `npx tsx bin/public-holidays.ts` writes the public holidays that functions know anew: for further years or
 * countries, or a new version of the calendar library. A test holds the file to the library.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeHolidays } from './build/public-holidays';

const FILE = fileURLToPath(new URL('../functions/core/bots/public-holidays.json', import.meta.url));

writeFileSync(FILE, `${JSON.stringify(encodeHolidays(), null, 2)}\n`);
