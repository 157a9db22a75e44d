import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from './log-file';
import { liveTables } from './manifest';
import { damageOfTable } from './table-file';

/**
 * Compares the files of a LevelDB with the checksums in them. LevelDB itself drops a record of its log whose checksum
 * is wrong, with all that follow in its block, and reads a table's block without looking: a flipped byte would take
 * items away and nobody would hear of it. Gives what is wrong, or null. What a killed process had not written to its
 * end is no damage: nobody was told that it was kept.
 */
export function findDamage(directory: string): string | null {
  if (!existsSync(join(directory, 'CURRENT'))) return null;
  const manifest = readFileSync(join(directory, 'CURRENT'), 'utf8').trim();
  if (!/^MANIFEST-\d+$/.test(manifest) || !existsSync(join(directory, manifest)))
    return 'CURRENT names no manifest';
  const files = readdirSync(directory);
  for (const file of [manifest, ...files.filter((name) => name.endsWith('.log'))]) {
    const { damage } = readLog(readFileSync(join(directory, file)));
    if (damage) return `${file}: ${damage}`;
  }
  const { records } = readLog(readFileSync(join(directory, manifest)));
  for (const number of liveTables(records)) {
    const file = files.find((name) => /\.(ldb|sst)$/.test(name) && Number.parseInt(name, 10) === number);
    const damage = file === undefined ? 'it is missing' : damageOfTable(join(directory, file));
    if (damage) return `${file ?? `${number}.ldb`}: ${damage}`;
  }
  return null;
}
