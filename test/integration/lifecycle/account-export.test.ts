import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { newestMail } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { newUser, prove, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';
import { join } from '../table';

const cloud = sharedCloud();
const CONTENT = 'A tent costs forty euros a week.';

let owner: TestUser;
let member: TestUser;
let bot: Bot;
beforeAll(async () => {
  [owner, member] = await Promise.all([newUser(cloud), newUser(cloud)]);
  await join(cloud, owner, 'admin', member);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
});

describe('an export of everything', () => {
  it('is none until one is asked for', async () => {
    expect(await ok(owner, 'getAccountExport')).toEqual({ export: null });
    await refused(owner, 'openAccountExport', 'export.not_found', { query: { volume: '1' } });
    await refused(owner, 'openAccountExport', 'request.invalid', { query: { volume: '0' } });
  });

  it('has what the account has as JSON lines, and the files themselves, without what opens something', async () => {
    await processed(owner, await uploadDocument(owner, bot.id, { fileName: 'prices.md', content: CONTENT }));
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('What does a tent cost?');
    visitor.close();
    await prove(owner);
    const { key } = await ok(owner, 'createApiKey', { body: { name: 'Import', scopes: ['read'] } });
    const { secret } = await ok(owner, 'createWebhook', {
      path: { botId: bot.id },
      body: { url: 'https://example.com/hook', events: ['conversation.started'] },
    });
    await ok(owner, 'requestAccountExport');
    // Asked for again meanwhile it is the same one.
    await ok(owner, 'requestAccountExport');
    const found = await waitFor('the export', async () => {
      const { export: current } = await ok(owner, 'getAccountExport');
      return current?.status === 'complete' ? current : undefined;
    });
    expect(found.volumes).toHaveLength(1);
    const fits = ({ subject }: { subject: string }) =>
      subject.startsWith('The export of your Parley account');
    await newestMail(cloud, owner.email, fits);
    await waitFor('the notification', async () => {
      const { items } = await ok(owner, 'listNotifications');
      return items.find(({ kind, path }) => kind === 'export_ready' && path === '/settings/account');
    });
    const { url } = await ok(owner, 'openAccountExport', { query: { volume: '1' } });
    await refused(owner, 'openAccountExport', 'export.not_ready', { query: { volume: '2' } });
    const answer = await request(url);
    const files = Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(answer.body))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
    const items = (name: string) =>
      (files[name] ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const folder = `bots/${bot.id}`;
    expect(items('account-1.jsonl').map(({ entity }) => entity)).toEqual(
      expect.arrayContaining(['Account', 'Bot', 'Membership', 'ApiKey']),
    );
    expect(items(`${folder}/knowledge-1.jsonl`)).toEqual([
      expect.objectContaining({ entity: 'Document', fileName: 'prices.md' }),
    ]);
    expect(JSON.stringify(items(`${folder}/conversations-1.jsonl`))).toContain('What does a tent cost?');
    expect(Object.entries(files).find(([name]) => name.startsWith(`${folder}/documents/`))?.[1]).toBe(
      CONTENT,
    );
    const everything = JSON.stringify(files);
    for (const closed of [key, secret, '"pk"', '"hash"', '"secret"'])
      expect(everything).not.toContain(closed);
    // Nothing of anybody else's account.
    expect(everything).not.toContain(member.email);
  });
});
