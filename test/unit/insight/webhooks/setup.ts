import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { WebhookEventType } from '#contract/insight/webhooks';
import { acceptMessage } from '#core/conversations/accept-message';
import type { StoredConversation } from '#core/conversations/entity';
import { loadConversation } from '#core/conversations/messages';
import { WebhookJob } from '#core/insight/webhooks/jobs';
import { runWebhookJob } from '#core/insight/webhooks/run-job';
import { createWebhook, type WebhookDeps } from '#core/insight/webhooks/webhooks';
import type { Actor } from '#platform/actor';
import type { Guard } from '#platform/guarded-fetch';
import { startLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { recordingSockets, send, startConversation } from '../../conversations/setup';
import { follow } from '../../operator/dispatch/follow';

export interface Post {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Tells the stream's subscribers that a conversation changed. */
export const tell = (
  ...change: [before: StoredConversation | null, after: StoredConversation | null, at: Date]
) => follow(recordingSockets().sockets, ...change);

export let queues: ReturnType<typeof recordingQueues>;

export const posts: Post[] = [];

/** What the receiver answers. */
export let reply: { status: number; body?: string; location?: string } = { status: 204 };

/** The time, as all that is tested sees it. */
export let now = new Date('2030-01-01T08:00:00.000Z');

export const clock = () => now;

export const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

export const leadingTo = (address: string): Guard => ({
  privateHosts: ['shop.localhost'],
  resolve: async () => [{ address, family: 4 }],
});

export const deps: WebhookDeps = { clock, guard: leadingTo('93.184.215.14') };

let table: { close(): Promise<void> };

export let receiver: Server;

export let url: string;

/** Registers what the tests of a file need. */
export function prepareWebhooks(): void {
  queues = recordingQueues();
  beforeAll(async () => {
    table = await startLocalTable();
    process.env.WEBHOOKS_QUEUE_URL = 'https://sqs.example/webhooks';
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      posts.push({ headers: request.headers, body });
      response.writeHead(reply.status, { ...(reply.location && { location: reply.location }) });
      response.end(reply.body ?? '');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://shop.localhost:${(receiver.address() as AddressInfo).port}/hook`;
  });
  beforeEach(() => {
    posts.length = 0;
    reply = { status: 204 };
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await table.close();
  });
}

/** What waits in the queue, taken out of it. */
export function queued(): { readonly job: WebhookJob; readonly delay: number }[] {
  const waiting = queues.inputs().map(({ MessageBody = '', DelaySeconds = 0 }) => ({
    job: WebhookJob.parse(JSON.parse(MessageBody)),
    delay: DelaySeconds,
  }));
  queues.forget();
  return waiting;
}

export const run = (job: WebhookJob, receiveCount = 1) =>
  runWebhookJob(deps, job, { receiveCount, remainingTime: () => 60_000 });

/** Does all that is queued, letting time pass as the queue holds messages back. */
export async function runAll(): Promise<void> {
  for (let waiting = queued(); waiting.length > 0; waiting = queued())
    for (const { job, delay } of waiting) {
      pass(delay);
      await run(job);
    }
}

export async function listening(events: readonly WebhookEventType[] = WebhookEventType.options) {
  const conversation = await startConversation();
  const { accountId, botId } = conversation;
  const owner: Actor = {
    userId: accountId as never,
    sessionId: 's',
    signedInAt: 1,
    accountId,
    profileRole: 'client',
    teamRole: 'owner',
  };
  const { webhook, secret } = await createWebhook(deps, owner, botId, { url, events: [...events] });
  const ref = { botId, webhookId: webhook.id };
  return { owner, conversation, botId, webhook, secret, ref };
}

/** A visitor writes; gives how the conversation was and is. */
export async function says(conversation: Awaited<ReturnType<typeof startConversation>>, text: string) {
  const before = await loadConversation(conversation);
  await acceptMessage(clock, conversation, send(text));
  return { before, after: await loadConversation(conversation) };
}

export const verifies = (secret: string, { headers, body }: Post) => {
  const header = String(headers['parley-signature']);
  const [, time = ''] = /^t=(\d+),/.exec(header) ?? [];
  const mine = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return header.split(',').includes(`v1=${mine}`) && Number(time) * 1_000 === now.getTime();
};

export function setReply(value: typeof reply): void {
  reply = value;
}
