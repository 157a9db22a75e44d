import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ErrorBody } from '#contract/base/error-body';
import type { Bot } from '#contract/bots/bots';
import { ROUTES, type Route, type RouteName } from '#contract/routes';
import { FORMAT_VERSION } from '#core/retrieval/format';
import { ITEMS_VERSION } from '#platform/items-version';
import { answeringBot } from '#test/helpers/bursts';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { openVisitor, type TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { inputFor, ok, refused, userRoutes } from '../responses';
import { operatorTable } from '../table';

const cloud = sharedCloud();
const anyone = apiClient(cloud);
let owner: TestUser;
let stranger: TestUser;
/** A bot of the owner's with what belongs to it, and one of the stranger's. */
let ids: Readonly<Record<'botId' | 'documentId' | 'webhookId' | 'goldenId' | 'conversationId', string>>;
let own: Bot;
let visitor: TestVisitor;
const table = operatorTable(cloud);

beforeAll(async () => {
  const [{ owner: business, bot }, other] = await Promise.all([answeringBot(cloud), newUser(cloud)]);
  [owner, stranger] = [business, other];
  own = await ok(stranger, 'createBot', { body: { name: 'Another' } });
  visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask('How long is the frame guaranteed?');
  const path = { botId: bot.id };
  const { items } = await ok(owner, 'listDocuments', { path });
  // Of what doesn't happen here: a delivery that fails would change it.
  const { webhook } = await ok(owner, 'createWebhook', {
    path,
    body: { url: `${cloud.addresses.customer}/hook`, events: ['conversation.rated'] },
  });
  const golden = await ok(owner, 'addGolden', {
    path,
    body: { question: 'How long?', words: ['ten years'] },
  });
  ids = {
    botId: bot.id,
    documentId: items[0]?.id ?? '',
    webhookId: webhook.id,
    goldenId: golden.id,
    conversationId: visitor.grant.conversationId,
  };
});
afterAll(() => visitor?.close());

const optionsFor = (name: RouteName, userId: string) => inputFor(name, userId, ids);

/** What the owner has of all that. */
const seen = () =>
  Promise.all([
    // Its training may still go on.
    ok(owner, 'getBot', { path: ids }).then(({ name, version, publishedVersion }) => ({
      name,
      version,
      publishedVersion,
    })),
    ok(owner, 'getDocument', { path: ids }),
    ok(owner, 'listWebhooks', { path: ids }),
    ok(owner, 'revealIdentitySecret', { path: ids }),
    ok(owner, 'getGoldenSet', { path: ids }),
    ok(owner, 'getConversation', { path: ids }),
    ok(owner, 'listConversationMessages', { path: ids }),
    ok(owner, 'getTimeline', { path: ids }),
  ]);

test('the API is up, and describes itself', async () => {
  expect(await ok(anyone, 'health')).toEqual({
    status: 'ok',
    commit: null,
    formats: { segment: FORMAT_VERSION, items: ITEMS_VERSION },
  });
  const document = await ok(anyone, 'openapi');
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document.paths);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = (Object.values(ROUTES) as Route[]).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(routes.sort());
});

describe("another account's", () => {
  const named = (...parameters: readonly string[]) =>
    userRoutes().filter((name) =>
      parameters.some((parameter) => ROUTES[name].path.includes(`{${parameter}}`)),
    );

  test.each([
    ['bot', named('botId'), () => ids, /^404 bot\.not_found$/],
    // To delete what is not there is no mistake.
    [
      "document, webhook or test question of a bot of one's own",
      named('documentId', 'webhookId', 'goldenId'),
      () => ({ ...ids, botId: own.id }),
      /^(204 |404 (document|webhook|golden)\.\w*not_found)$/,
    ],
    ['conversation', named('conversationId'), () => ids, /^404 (conversation|attachment)\.not_found$/],
  ] as const)("%s doesn't exist, and nothing of it changes", async (_, routes, path, expected) => {
    const before = await seen();
    expect(routes).not.toEqual([]);
    for (const name of routes) {
      // On a busy machine the gateway may say 503 in the place of a function that is late.
      const answer = await waitFor(name, async () => {
        const given = await stranger.send(name, inputFor(name, stranger.userId, path()));
        return given.status < 500 ? given : undefined;
      });
      const code = answer.status === 204 ? '' : ErrorBody.parse(answer.json()).error.code;
      expect({ name, answer: `${answer.status} ${code}` }).toEqual({
        name,
        answer: expect.stringMatching(expected),
      });
    }
    expect(await seen()).toEqual(before);
  });
});

test('lists hold what is of the account alone', async () => {
  expect((await ok(stranger, 'listBots')).items.map(({ id }) => id)).toEqual([own.id]);
});

test('what cites a document is told of documents of the bot alone', async () => {
  const counted = (documentIds: string[]) => ({ path: { botId: own.id }, body: { documentIds } });
  for (const other of ['nonsense', ids.documentId])
    await refused(stranger, 'countCitations', 'document.not_found', counted([other]));
});

test('a ban holds from the next call on, whatever the token says', async () => {
  const banned = await newUser(cloud);
  await ok(banned, 'listBots');
  await table.set({ pk: `USER#${banned.userId}`, sk: 'PROFILE' }, 'bannedAt', new Date().toISOString());
  // One a function: matrix.test asks all.
  for (const name of ['getMe', 'listBots', 'getBilling', 'listConversations', 'getTeam'] as const)
    await refused(banned, name, 'account.banned', optionsFor(name, banned.userId));
});

test('a signed-in person without a profile is told so', async () => {
  const person = await newUser(cloud);
  await table.remove({ pk: `USER#${person.userId}`, sk: 'PROFILE' });
  for (const name of ['getMe', 'updateMe', 'listBots', 'listOwnVotes', 'voteForFeature'] as const)
    await refused(person, name, 'profile.not_found', optionsFor(name, person.userId));
});

test('an address under /api that is no route answers as JSON, not as a page', async () => {
  const answer = await request(`${cloud.addresses.app}/api/none`);
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toContain('application/json');
});
