import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Entity } from 'dynamodb-toolbox';

const INTRODUCTION = `# The table

Printed from the entities by \`npm run table\`: change them, not this. How they are read stands in [\`ACCESS.md\`](ACCESS.md), which condition decides where two writes race in [\`CONDITIONS.md\`](CONDITIONS.md).

One table, \`pk\` and \`sk\`, two sparse indexes \`gsi1\` and \`gsi2\` (keys only), time to live in \`expiresAt\` (seconds since 1970), stream with both images. \`entity\` names each item's kind. A tenant's items lead with \`ACCOUNT#\`; the others are asked for before an account is known, or belong to the stage.`;

/** Counters of models, which are added to by expressions of their own (\`core/accounts/limits\`) and have no entity. */
const COUNTERS = `## Counters without an entity

| item | pk | sk | what it is |
| --- | --- | --- | --- |
| AskerDay | \`ACCOUNT#{accountId}\` | \`ASKER_DAY#{day}#{asker}\` | What one address (a keyed hash), a wider network of it, or a person whom the website vouches for took of the account's models on a day. Two days. |
| AskerMonth | \`ACCOUNT#{accountId}\` | \`ASKER_MONTH#{month}#{asker}\` | Conversations that the same began. 32 days after the last. |
| BotTests | \`ACCOUNT#{accountId}\` | \`BOT_TESTS#{day}#{botId}\` | What trials and runs of test questions took. Two days. |
| AccountSpending | \`ACCOUNT#{accountId}\` | \`MODEL_SPENDING#{day}\` | What models cost for an account, small amounts by chance. 40 days. |
| ModelSpending | \`MODEL_SPENDING#{day}\` | \`SPENDING\` | The same of all accounts, and of it that of those who do not pay. |
| ModelSwitch | \`MODELS\` | \`SWITCH\` | An operator's, for the whole stage. |`;

/** The text of \`functions/core/TABLE.md\`: each entity with its keys and the words of its comment, by wing. */
export async function tableDocument(root: string): Promise<string> {
  const core = path.join(root, 'functions/core');
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const wings = new Map<string, string[]>();
  for (const file of files) {
    const source = readFileSync(path.join(core, file), 'utf8');
    if (!source.includes('new Entity(')) continue;
    const entities = Object.values(await import(pathToFileURL(path.join(core, file)).href)).filter(
      (value) => value instanceof Entity,
    );
    const comments = commentsOf(source);
    const wing = file.split(path.sep)[0] ?? '';
    const rows = entities.map((entity) => rowOf(entity, comments.get(entity.entityName) ?? '', file));
    wings.set(wing, [...(wings.get(wing) ?? []), ...rows.sort()]);
  }
  const sections = [...wings].map(([wing, rows]) => [`## ${wing}`, '', HEAD, ...rows].join('\n'));
  return `${[INTRODUCTION, ...sections, COUNTERS].join('\n\n')}\n`;
}

const HEAD = '| item | pk | sk | indexes | ends | what it is |\n| --- | --- | --- | --- | --- | --- |';

function rowOf({ entityName, schema, computeKey }: Entity, comment: string, file: string): string {
  const names = Object.keys(schema.attributes);
  const placeholders = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const { pk, sk } = (computeKey?.(placeholders) ?? {}) as { readonly pk?: string; readonly sk?: string };
  const indexes = ['gsi1', 'gsi2'].filter((index) => names.includes(`${index}pk`)).join(', ');
  const key = (value: string | undefined) => `\`${value?.replaceAll(/0+\{/g, '{')}\``;
  const ends = names.includes('expiresAt') ? 'by time' : '';
  return `| [${entityName}](${file}) | ${key(pk)} | ${key(sk)} | ${indexes} | ${ends} | ${comment} |`;
}

/** What stands above each entity, in one line. */
function commentsOf(source: string): ReadonlyMap<string, string> {
  const documented =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?const \w+ = new Entity\(\{\s*name: '(\w+)'/g;
  return new Map(
    [...source.matchAll(documented)].map(([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\n \*/g, ' ').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim(),
    ]),
  );
}
