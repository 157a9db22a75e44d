import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Entity } from 'dynamodb-toolbox';

interface EntityFile {
  /** Within `functions/core`. */
  readonly file: string;
  readonly source: string;
  readonly entities: readonly Entity[];
}

/** Every entity of the table, by the file that makes it. */
export async function entityFiles(root: string): Promise<readonly EntityFile[]> {
  const core = path.join(root, 'functions/core');
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const found: EntityFile[] = [];
  for (const file of files) {
    const source = readFileSync(path.join(core, file), 'utf8');
    if (!source.includes('new Entity(')) continue;
    const exported: object = await import(pathToFileURL(path.join(core, file)).href);
    const entities = Object.values(exported).filter((value) => value instanceof Entity);
    found.push({ file, source, entities });
  }
  return found;
}
