import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Bot } from '#contract/bots/bots';
import { asOperator, type CloudAddress } from './assembly';
import { processed, uploadDocument } from './documents';
import { newUser, type TestUser } from './users';
import { openVisitor, type TestVisitor } from './visitor';

const HANDBOOK = `# Returns

You may return the bicycle within 45 days after delivery.

# Guarantee

The frame is guaranteed for ten years.

# Charging

The battery is charged in four hours.

# Tyres

The tyres take a pressure of three bar.
`;
const BURST = [
  'Within how many days may I return the bicycle?',
  'How long is the frame guaranteed?',
  'In how many hours is the battery charged?',
  'What pressure do the tyres take?',
] as const;

export const BURST_LENGTH = BURST.length;
const PAUSE_MS = 30;

/** A business with a bot that has something to answer from. */
export async function answeringBot(cloud: CloudAddress): Promise<{ owner: TestUser; bot: Bot }> {
  const owner = await newUser(cloud);
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
  const uploaded = await uploadDocument(owner, bot.id, { fileName: 'handbook.md', content: HANDBOOK });
  const { status, failureReason } = await processed(owner, uploaded);
  if (status !== 'success') throw new Error(`the handbook was not taken in: ${failureReason}`);
  return { owner, bot };
}

/** A visitor who sends four questions, one hard upon the other, and never sends one again. */
export async function burst(cloud: CloudAddress, { widgetId }: Bot, from?: string): Promise<TestVisitor> {
  const visitor = await openVisitor(cloud, widgetId, { ...(from && { from }) });
  for (const question of BURST) {
    visitor.say(question);
    await sleep(PAUSE_MS);
  }
  return visitor;
}

/** Ids of the messages that a visitor was told have arrived. */
export function acknowledged({ events }: TestVisitor): readonly string[] {
  return events.flatMap((event) => (event.type === 'message.accepted' ? [event.message.id] : []));
}

/** What became of messages that were acknowledged, as the table has it. */
export interface Outcome {
  readonly acknowledged: number;
  /** Ids of those that have neither an answer nor failed. */
  readonly unanswered: readonly string[];
  readonly failed: readonly string[];
  readonly answeredTwice: readonly string[];
}

const Stored = z.object({
  messageId: z.string(),
  inReplyTo: z.string().optional(),
  answeredBy: z.string().optional(),
  failure: z.string().optional(),
});

export async function outcomeOf(
  cloud: CloudAddress,
  accountId: string,
  visitors: readonly TestVisitor[],
): Promise<Outcome> {
  const client = new DynamoDBClient(asOperator(cloud));
  const documents = DynamoDBDocumentClient.from(client);
  const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand({}));
  const unanswered: string[] = [];
  const failed: string[] = [];
  const answeredTwice: string[] = [];
  for (const visitor of visitors) {
    const { Items } = await documents.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: {
          ':pk': `ACCOUNT#${accountId}#CONVERSATION#${visitor.grant.conversationId}`,
          ':sk': 'MESSAGE#',
        },
      }),
    );
    const stored = z.array(Stored).parse(Items);
    for (const id of acknowledged(visitor)) {
      const message = stored.find(({ messageId }) => messageId === id);
      const answers = stored.filter(({ inReplyTo }) => inReplyTo === id).length;
      if (answers > 1) answeredTwice.push(id);
      if (answers === 0) (message?.failure === undefined ? unanswered : failed).push(id);
    }
  }
  client.destroy();
  return { acknowledged: visitors.flatMap(acknowledged).length, unanswered, failed, answeredTwice };
}

/** Has the table looked through for what waits for too long, without waiting for the minute's rule. */
export async function sweepNow(cloud: CloudAddress): Promise<void> {
  const client = new SQSClient(asOperator(cloud));
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
  const QueueUrl = QueueUrls.find((url) => /AnswerFailures(?!.*DeadLetters)/.test(url));
  if (!QueueUrl) throw new Error('There is no queue of failed answers.');
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ kind: 'sweep' }) }));
  client.destroy();
}

/** Looks until all that was acknowledged is settled, or the time is over. */
export async function settled(
  cloud: CloudAddress,
  accountId: string,
  visitors: readonly TestVisitor[],
  { within, sweeping }: { readonly within: number; readonly sweeping: boolean },
): Promise<Outcome> {
  const until = Date.now() + within;
  for (;;) {
    const outcome = await outcomeOf(cloud, accountId, visitors);
    if (outcome.unanswered.length === 0 || Date.now() > until) return outcome;
    if (sweeping) await sweepNow(cloud);
    await sleep(1_000);
  }
}
