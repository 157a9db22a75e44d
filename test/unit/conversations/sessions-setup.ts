import { randomUUID } from 'node:crypto';
import { $remove, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll } from 'vitest';
import { WidgetId } from '#contract/base/ids';
import { type BotConfig, botDefaults } from '#contract/bots/bot-config';
import type { BotStatus } from '#contract/bots/bot-status';
import type { Answerer } from '#core/answers/answerer';
import { BotEntity, replaced, WidgetEntity } from '#core/bots/entity';
import { openSession } from '#core/conversations/open-session';
import type { AnswerInvocation } from '#core/conversations/receive-message';
import { verifyVisitorToken } from '#platform/visitor-token';
import { withLocalTable } from '#test/helpers/local-table';
import { stageSecrets } from '#test/helpers/stage-secrets';
import { answererOf, clock, depsOf, recordingSockets, startConversation } from './setup';

/** Registers what the tests of a file need. */
export function prepareSessions(): void {
  withLocalTable();
  beforeAll(() => {
    Object.assign(process.env, { UPLOADS_BUCKET: 'uploads' });
    stageSecrets();
  });
}

export const deps = {
  clock,
  socketUrl: 'wss://app.example.com/socket',
  appOrigin: 'https://app.example.com',
};

export const from = { site: 'https://shop.example.com', address: '192.0.2.1' };

export async function newWidget(
  change: Partial<BotConfig> & { readonly status?: BotStatus; readonly publication?: null } = {},
) {
  const { status = 'active', publication, ...changes } = change;
  const { accountId, botId } = await startConversation();
  const config = { ...botDefaults('en'), ...changes };
  const widgetId = WidgetId.parse(randomUUID().slice(0, 8));
  await BotEntity.build(UpdateItemCommand)
    .item({
      accountId,
      botId,
      widgetId,
      status,
      publication: publication === null ? $remove() : replaced({ number: 1, config }),
    })
    .send();
  await WidgetEntity.build(PutItemCommand).item({ widgetId, accountId, botId }).send();
  return { accountId, botId, widgetId };
}

export async function newVisitor() {
  const { widgetId } = await newWidget();
  const { token } = await openSession(deps, widgetId, {}, from);
  return verifyVisitorToken(clock, token);
}

// — Where sockets are blocked —

/** Invocations of the answer function are remembered, and not followed. */
export function sendDeps(answerer: Answerer = answererOf()) {
  const started: AnswerInvocation[] = [];
  const deps = depsOf(recordingSockets().sockets, answerer);
  const startAnswer = async (request: AnswerInvocation) => void started.push(request);
  return { ...deps, started, startAnswer };
}

export const call = (requestId: string = randomUUID()) => ({ requestId, remainingTime: () => 28_000 });
