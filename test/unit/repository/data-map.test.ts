import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DATA_MAP, dataPage, ERASURES } from '#bin/operator/data-map';
import { LOCAL_STAGE } from '#infra/config/stage';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const files = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Of entities, and of counters that are written without one. */
const WRITTEN = /(?:new Entity\(\{\s*name|entity'?): '([A-Z]\w+)'/g;

it('of what is stored has a row for each item of the table, and none for what is stored no more', () => {
  const entities = files('functions/core').flatMap((file) =>
    [...read(file).matchAll(WRITTEN)].map(([, name = '']) => name),
  );
  expect(entities.length).toBeGreaterThan(90);
  const rows = DATA_MAP.flatMap(({ entities: own }) => own);
  expect(rows.toSorted()).toEqual([...new Set(entities)].toSorted());
});

it('of what is erased names tests that are there', () => {
  for (const { proof } of Object.values(ERASURES)) if (proof) expect(read(proof[0])).toContain(proof[1]);
});

it('is what the page says', () => {
  expect(read('infra/DATA.md')).toBe(dataPage(null));
});

it('names region and models of a stage', () => {
  const page = dataPage({
    ...LOCAL_STAGE,
    region: 'eu-west-3',
    embeddingModel: 'none',
    textRecognition: 'none',
  });
  expect(page).toContain('All of it lies in `eu-west-3`');
  expect(page).toContain('`eu.amazon.nova-lite-v1:0`');
  expect(page).not.toContain('cohere');
  expect(page).not.toContain('Copies');
  const backupCopy = { vaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:parley', days: 7 };
  expect(dataPage({ ...LOCAL_STAGE, backupCopy })).toContain(
    `lie in \`${backupCopy.vaultArn}\`, 7 days each`,
  );
  expect(page).not.toContain('Textract');
});
