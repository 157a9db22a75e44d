import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedApiKey } from '#contract/accounts/api-keys';
import type { Bot } from '#contract/bots/bots';
import { ROUTES, type Route, type RouteName } from '#contract/routes';
import { commandsFor } from '#features/accounts/settings/api-commands.ts';
import { sharedCloud } from '#test/helpers/cloud';
import { processed } from '#test/helpers/documents';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { apiClient, newUser, prove, type TestUser } from '#test/helpers/users';
import { inputFor, ok, refused } from '../responses';

const cloud = sharedCloud();
const run = promisify(execFile);

/** What a person's shell has, and this machine may not. */
function hasTools(): boolean {
  return ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);
}

let owner: TestUser;
let stranger: TestUser;
let bot: Bot;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(cloud), newUser(cloud)]);
  await Promise.all([prove(owner), prove(stranger)]);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper' } });
});

/** A starter account has places for three. */
beforeEach(() => revokeAll(owner));

async function make(
  user: TestUser,
  scopes: readonly string[],
): Promise<CreatedApiKey & { readonly client: ReturnType<typeof apiClient> }> {
  const made = await ok(user, 'createApiKey', { body: { name: 'Import', scopes } });
  return { ...made, client: apiClient(cloud, made.key) };
}

async function revokeAll(user: TestUser): Promise<void> {
  for (const { id } of (await ok(user, 'listApiKeys')).items)
    await ok(user, 'revokeApiKey', { path: { apiKeyId: id } });
}

/** Of paths that only administrators and recipients know. */
const IDS = {
  userId: 'u',
  accountId: 'a',
  clientErrorId: 'e',
  submissionKind: 'feedback',
  submissionId: 's',
  queueName: 'q',
  mailName: 'm',
  token: 't',
};

describe('an API key', () => {
  it('reads what its account has, notes its use, and opens nothing once it is revoked', async () => {
    const { key, apiKey, client } = await make(owner, ['read']);
    expect(key).toMatch(/^pk_.+_[\w-]{43}$/);
    expect(apiKey).toMatchObject({ ending: key.slice(-4), lastUsedAt: null, createdBy: owner.userId });
    expect((await ok(client, 'listBots')).items.map(({ id }) => id)).toEqual([bot.id]);
    await ok(client, 'getBot', { path: { botId: bot.id } });
    await ok(client, 'listConversations');
    await ok(client, 'getAnalytics', { query: { range: 'today' } });
    const [listed] = (await ok(owner, 'listApiKeys')).items;
    expect(listed).toMatchObject({ id: apiKey.id });
    expect(listed?.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain(key);
    await ok(owner, 'revokeApiKey', { path: { apiKeyId: apiKey.id } });
    await ok(owner, 'revokeApiKey', { path: { apiKeyId: apiKey.id } });
    await refused(client, 'listBots', 'auth.key_invalid');
    expect((await ok(owner, 'listApiKeys')).items).toEqual([]);
  });

  it('does what its scopes name and nothing else', async () => {
    const { client } = await make(owner, ['write']);
    const path = { botId: bot.id };
    await refused(client, 'listBots', 'auth.key_scope');
    await refused(client, 'tryRetrieval', 'auth.key_scope', { path, body: { question: 'When?' } });
    await ok(client, 'registerDocument', { path, body: { fileName: 'a.txt', size: 5 } });
    const asking = await make(owner, ['ask']);
    const trial = await ok(asking.client, 'tryRetrieval', { path, body: { question: 'When do you open?' } });
    expect(trial.reply.text).not.toBe('');
    await refused(asking.client, 'registerDocument', 'auth.key_scope', {
      path,
      body: { fileName: 'b.txt', size: 5 },
    });
  });

  it('opens no route that names no scope, and those that do only for its own account', async () => {
    const { client, key } = await make(owner, ['read', 'ask', 'write']);
    const closed = (Object.entries(ROUTES) as [RouteName, Route][]).filter(
      ([, route]) => route.caller === 'user' && route.keyScope === undefined,
    );
    expect(closed.length).toBeGreaterThan(100);
    for (const [name] of closed)
      expect([name, (await client.send(name, inputFor(name, owner.userId, IDS))).status]).toEqual([
        name,
        401,
      ]);
    const foreign = await ok(stranger, 'createBot', { body: { name: 'Theirs' } });
    await refused(client, 'getBot', 'bot.not_found', { path: { botId: foreign.id } });
    await refused(apiClient(cloud, key, { account: stranger.accountId }), 'listBots', 'auth.forbidden');
    // The same random part under another account's name is another key.
    const forged = key.replace(owner.accountId, stranger.accountId);
    await refused(apiClient(cloud, forged), 'listBots', 'auth.key_invalid');
    await refused(apiClient(cloud, `${key.slice(0, -1)}!`), 'listBots', 'auth.key_invalid');
    await refused(apiClient(cloud), 'listBots', 'auth.required');
  });

  it('is refused without a name or a scope, and past what the plan allows', async () => {
    await refused(owner, 'createApiKey', 'request.invalid', { body: { name: ' ', scopes: ['read'] } });
    await refused(owner, 'createApiKey', 'request.invalid', { body: { name: 'None', scopes: [] } });
    await refused(owner, 'createApiKey', 'request.invalid', { body: { name: 'All', scopes: ['team'] } });
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => owner.send('createApiKey', { body: { name: 'Key', scopes: ['read'] } })),
    );
    // A starter account has places for three, however many come at once.
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402]);
    const [first] = (await ok(owner, 'listApiKeys')).items;
    await ok(owner, 'revokeApiKey', { path: { apiKeyId: first?.id ?? '' } });
    await make(owner, ['read']);
  });

  it('is shown and revoked in its own account alone', async () => {
    const { apiKey, client } = await make(owner, ['read']);
    expect((await ok(stranger, 'listApiKeys')).items).toEqual([]);
    await ok(stranger, 'revokeApiKey', { path: { apiKeyId: apiKey.id } });
    await ok(client, 'listBots');
  });
});

it.skipIf(!hasTools())('works by the commands that its page shows, pasted into a shell', async () => {
  const { key } = await make(owner, ['read', 'ask', 'write']);
  const folder = temporaryFolder();
  const place = { origin: cloud.addresses.root, key: '$PARLEY_KEY', botId: bot.id };
  const printed = new Map<string, string>();
  for (const { name, text } of commandsFor(['read', 'ask', 'write'], place)) {
    const { stdout } = await run('sh', ['-c', text], {
      cwd: folder,
      env: { ...process.env, PARLEY_KEY: key },
    });
    printed.set(name, stdout);
  }
  expect(JSON.parse(printed.get('read') ?? '')).toMatchObject({ items: [{ id: bot.id }] });
  expect(JSON.parse(printed.get('ask') ?? '')).toHaveProperty('reply.text');
  expect(printed.get('send')).toBe('');
  const { document } = JSON.parse(await readFile(path.join(folder, 'upload.json'), 'utf8'));
  expect(await processed(owner, document)).toMatchObject({ status: 'success', fileName: 'prices.txt' });
});

it('is described in the API document', async () => {
  const document = (await ok(apiClient(cloud), 'openapi')) as {
    paths: Record<string, Record<string, { security: object[] }>>;
    components: { securitySchemes: Record<string, object> };
  };
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(document.paths['/api/bots']?.get?.security).toEqual([{ user: [] }, { apiKey: [] }]);
  expect(document.paths['/api/team']?.get?.security).toEqual([{ user: [] }]);
});
