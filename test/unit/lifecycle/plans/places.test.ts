import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it } from 'vitest';
import { PLANS } from '#contract/accounts/plans';
import { BotId } from '#contract/base/ids';
import { AccountEntity, type StoredAccount } from '#core/accounts/entity';
import { countConversation } from '#core/accounts/limits/conversations';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import { loadAccount } from '#core/accounts/plan';
import { acceptInvitation } from '#core/accounts/team/answer-invitation';
import { createBot } from '#core/bots/create-bot';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { actOnBot } from '#core/lifecycle/bots/act-on-bot';
import { deleteBot, restoreBot } from '#core/lifecycle/bots/delete-bot';
import { duplicateBot } from '#core/lifecycle/bots/duplicate-bot';
import { recountPlaces } from '#core/lifecycle/recovery/recount-places';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { newTeam, userOf } from '../../accounts/team/setup';
import { bot, clock, newOwner } from '../../bots/setup';
import { delivery, ingestDeps, withBuckets } from '../../knowledge/setup';

process.env.WIDGET_BUCKET = 'widget';
process.env.APP_ORIGIN = 'https://app.example';
withLocalTable();
const buckets = withBuckets();

const count = (owner: Actor) => loadAccount(owner.accountId);
const remove = (owner: Actor, { id, name }: { id: BotId; name: string }) =>
  deleteBot(clock, owner, id, { name });
const publish = (owner: Actor, id: BotId) => actOnBot(clock, owner, id, { action: 'deploy' });
const change = (owner: Actor, attributes: Partial<StoredAccount>) =>
  AccountEntity.build(UpdateItemCommand)
    .item({ accountId: owner.accountId, ...attributes } as never)
    .send();

function register(owner: Actor, botId: BotId, content: string = randomUUID()) {
  return registerDocument(clock, owner, botId, {
    fileName: 'terms.md',
    size: content.length,
    description: '',
  });
}

/** Calls that are all made at once, and what became of them. */
async function atOnce(calls: number, call: (n: number) => Promise<unknown>) {
  const results = await Promise.allSettled(Array.from({ length: calls }, (_, n) => call(n)));
  return {
    granted: results.filter(({ status }) => status === 'fulfilled').length,
    refusals: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  };
}

/** As a client does that is told to try again: what a busy table refuses is no answer about the limit. */
async function insisting(call: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}
const isBusy = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TransactionCanceledException' || ('code' in error && error.code === 'server.unavailable'));

describe('of a hundred that want one of five places at once', () => {
  it('five bots are published', async () => {
    const owner = await newOwner('enterprise');
    const drafts = await Promise.all(
      Array.from({ length: 100 }, (_, n) => insisting(() => createBot(clock, owner, bot(`Bot ${n}`)))),
    );
    await change(owner, { plan: 'professional' });
    const { granted, refusals } = await atOnce(100, (n) =>
      insisting(() => publish(owner, (drafts[n] as { id: BotId }).id)),
    );
    expect(granted).toBe(5);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'plan.limit_exceeded',
        details: { resource: 'bots', current: 5, limit: 5 },
      });
    expect(await count(owner)).toMatchObject({ botCount: 100, liveBotCount: 5 });
  });

  it('five documents are announced', async () => {
    const owner = await newOwner('free');
    const { id } = await createBot(clock, owner, bot('Helper'));
    const { granted, refusals } = await atOnce(100, () => insisting(() => register(owner, id)));
    expect(granted).toBe(5);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ details: { resource: 'documents', current: 5, limit: 5 } });
    expect(await count(owner)).toMatchObject({ documentCount: 5 });
  });

  it('five conversations begin', async () => {
    const owner = await newOwner('free');
    const now = new Date();
    await MonthlyUsageEntity.build(PutItemCommand)
      .item({ accountId: owner.accountId, month: monthOf(now), conversations: 95 })
      .send();
    const ref = { accountId: owner.accountId, botId: BotId.parse(randomUUID()) };
    const { granted, refusals } = await atOnce(100, () => countConversation(ref, now, async () => {}));
    expect(granted).toBe(5);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'plan.conversations_exceeded' });
  });

  it('the team has five members, its owner among them', async () => {
    const team = await newTeam();
    const invited: { readonly token: string }[] = [];
    for (let n = 0; n < 20; n += 1) invited.push(await team.invite());
    const people = await Promise.all(invited.map(() => newOwner('free')));
    const { granted, refusals } = await atOnce(100, (n) =>
      insisting(() =>
        acceptInvitation(
          clock,
          userOf(people[n % people.length] as Actor),
          (invited[n % invited.length] as { readonly token: string }).token,
        ),
      ),
    );
    expect(refusals.filter(({ code }) => code === 'team.limit_reached').length).toBeGreaterThan(0);
    expect(granted).toBeGreaterThanOrEqual(4);
    expect((await count(team.owner)).memberCount).toBe(5);
  });
});

describe('a draft', () => {
  it('takes no place of the bots on the air, and has a limit of its own', async () => {
    const owner = await newOwner('starter');
    for (let n = 0; n < 3; n += 1) await createBot(clock, owner, bot(`Draft ${n}`));
    await createBot(clock, owner, bot('Live', { deploy: true }));
    await change(owner, { botCount: PLANS.starter.limits.allBots });
    await expect(createBot(clock, owner, bot('One more'))).rejects.toMatchObject({
      code: 'plan.limit_exceeded',
      message: 'Draft limit exceeded (20/20). Please upgrade your plan.',
      details: { resource: 'allBots', current: 20, limit: 20 },
    });
  });

  it('is published when another is not any more', async () => {
    const owner = await newOwner('starter');
    const [one, other] = [
      await createBot(clock, owner, bot('One', { deploy: true })),
      await createBot(clock, owner, bot('Other')),
    ];
    await expect(publish(owner, other.id)).rejects.toMatchObject({
      code: 'plan.limit_exceeded',
      message: 'Bot limit exceeded (1/1). Please upgrade your plan.',
    });
    await actOnBot(clock, owner, one.id, { action: 'unpublish' });
    await publish(owner, other.id);
    expect(await count(owner)).toMatchObject({ botCount: 2, liveBotCount: 1 });
  });

  it('of a bot that is full is a duplicate like any other', async () => {
    const owner = await newOwner('starter');
    const source = await createBot(clock, owner, bot('One', { deploy: true }));
    await expect(
      duplicateBot(clock, owner, source.id, { name: 'Copy', withKnowledge: false, takesAddress: false }),
    ).resolves.toMatchObject({ status: 'draft' });
  });
});

describe('a bot that is deleted', () => {
  it('gives the places of its documents back at once, and takes them again when it is restored', async () => {
    const owner = await newOwner('free');
    const one = await createBot(clock, owner, bot('One', { deploy: true }));
    for (let n = 0; n < 5; n += 1) await register(owner, one.id);
    await remove(owner, one);
    expect(await count(owner)).toMatchObject({ botCount: 0, liveBotCount: 0, documentCount: 0 });
    const other = await createBot(clock, owner, bot('Other'));
    const { document } = await register(owner, other.id);
    await expect(restoreBot(clock, owner, one.id)).rejects.toMatchObject({
      code: 'plan.limit_exceeded',
      details: { resource: 'documents', current: 1, limit: 5, wanted: 5 },
    });
    await deleteDocument(clock, owner, { botId: other.id, documentId: document.id });
    await restoreBot(clock, owner, one.id);
    expect(await count(owner)).toMatchObject({ botCount: 2, liveBotCount: 1, documentCount: 5 });
  });

  it('frees nothing twice when a document of it fails while it is deleted', async () => {
    const owner = await newOwner('free');
    const one = await createBot(clock, owner, bot('One'));
    const { document } = await register(owner, one.id, '   ');
    const ref = { accountId: owner.accountId, botId: one.id, documentId: document.id };
    const job = buckets.upload(ref, '   ');
    await remove(owner, one);
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await count(owner)).toMatchObject({ documentCount: 0 });
    await restoreBot(clock, owner, one.id);
    expect(await count(owner)).toMatchObject({ documentCount: 0 });
  });

  it('takes no document that was announced at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await newOwner('free');
      const one = await createBot(clock, owner, bot('One'));
      await Promise.allSettled([
        insisting(() => register(owner, one.id)),
        insisting(() => remove(owner, one)),
      ]);
      expect(await count(owner)).toMatchObject({ documentCount: 0 });
    }
  });
});

describe('an account', () => {
  it('is counted anew with its members', async () => {
    const team = await newTeam();
    await team.add();
    await createBot(clock, team.owner, bot('Live', { deploy: true }));
    await change(team.owner, { botCount: 9, liveBotCount: 9, documentCount: 9, memberCount: 9 });
    expect(await recountPlaces(team.owner.accountId)).toBe('corrected');
    expect(await recountPlaces(team.owner.accountId)).toBe('right');
    expect(await count(team.owner)).toMatchObject({
      botCount: 1,
      liveBotCount: 1,
      documentCount: 0,
      memberCount: 2,
    });
  });
});
