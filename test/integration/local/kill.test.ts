import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { call, type Item, keyOf, readAll, replay } from './dynamodb-history';
import { ARRIVALS, openServices, QUEUE, type Services, STREAM, s3Call, TABLE } from './kill-services';

const WRITER = fileURLToPath(new URL('kill-writer.ts', import.meta.url));

/** Each is written by writers of its own, and one may come late. */
const KINDS = ['pair', 'object', 'sent'];

/**
 * Runs the writer until it has had so much acknowledged, and something of each kind, kills it in the middle, and
 * gives all it said.
 */
async function writeUntilKilled(directory: string, round: number, acknowledged: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, directory, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_, signal) => resolve(signal));
  });
  const lines: string[] = [];
  const missing = new Set(KINDS);
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    missing.delete(line.slice(0, line.indexOf(' ')));
    if (lines.length >= acknowledged && missing.size === 0) child.kill('SIGKILL');
  }
  expect(await ended, 'the writer ended by itself').toBe('SIGKILL');
  return lines;
}

const named = (lines: readonly string[], kind: string) =>
  lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));

test('what was acknowledged survives SIGKILL, and nothing is left half done', async () => {
  const folder = temporaryFolder();
  const said: string[] = [];
  for (const [round, acknowledged] of [150, 600, 1_500].entries()) {
    said.push(...(await writeUntilKilled(folder, round, acknowledged)));
    const services = await openServices(folder);
    try {
      await checkTable(services, named(said, 'pair'));
      await checkObjects(services, named(said, 'object'));
      await checkMessages(services, named(said, 'sent'), named(said, 'deleted'));
    } finally {
      await services.stop();
    }
  }
});

async function checkTable({ dynamodb }: Services, acknowledged: readonly string[]): Promise<void> {
  const items = await readAll(dynamodb, TABLE);
  const pairs = [...items.values()].filter(({ sk }) => sk?.S === 'a').map(({ pk }) => String(pk?.S));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((id) => !pairs.includes(id))).toEqual([]);
  for (const id of pairs) expect(items.has(`${id}/b`)).toBe(true);
  expect(items.size).toBe(2 * pairs.length + 1);
  expect(items.get('counter/counter')?.n?.N).toBe(String(pairs.length));

  const indexed = await readAll(dynamodb, TABLE, 'groups');
  expect([...indexed.keys()].sort()).toEqual(
    [...items.keys()].filter((key) => key !== 'counter/counter').sort(),
  );
  const replayed = await replay(dynamodb, STREAM);
  expect(replayed.size).toBe(items.size);
  for (const [key, item] of items) expect(replayed.get(key)).toEqual(item);
  // And it goes on.
  const Item: Item = { pk: { S: 'after' }, sk: { S: 'kill' } };
  expect((await call(dynamodb, 'PutItem', { TableName: TABLE, Item })).error).toBeUndefined();
  expect((await call(dynamodb, 'DeleteItem', { TableName: TABLE, Key: Item })).error).toBeUndefined();
  expect((await replay(dynamodb, STREAM)).has(keyOf(Item))).toBe(false);
}

async function checkObjects({ s3, sqs }: Services, acknowledged: readonly string[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const key of new Set(acknowledged)) {
    const { status, body } = await s3Call(s3, 'GET', key);
    expect(status).toBe(200);
    const lines = String(body).split('\n');
    expect(new Set(lines.slice(0, -1)).size, `${key} is one content, whole`).toBe(1);
    expect(lines).toHaveLength(2_001);
  }
  await s3.delivered();
  const told = new Set<string>();
  for (;;) {
    const messages = await sqs.receive(ARRIVALS, { max: 10, waitMs: 0 });
    if (messages.length === 0) break;
    for (const { body } of messages) {
      const { Records = [] } = JSON.parse(body) as { Records?: { s3: { object: { key: string } } }[] };
      for (const record of Records) told.add(record.s3.object.key);
    }
  }
  expect(acknowledged.filter((key) => !told.has(key))).toEqual([]);
}

async function checkMessages(
  { sqs }: Services,
  sent: readonly string[],
  deleted: readonly string[],
): Promise<void> {
  const left: string[] = [];
  for (;;) {
    const messages = await sqs.receive(QUEUE, { max: 10, waitMs: 0 });
    if (messages.length === 0) break;
    left.push(...messages.map(({ body }) => body));
  }
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(left).size).toBe(left.length);
  const isDeleted = new Set(deleted);
  expect(left.filter((id) => isDeleted.has(id))).toEqual([]);
  const isLeft = new Set(left);
  // One a writer and round may have been deleted without having been told.
  const missing = sent.filter((id) => !isLeft.has(id) && !isDeleted.has(id));
  expect(missing.length).toBeLessThanOrEqual(3 * 4);
}
