import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from '#contract/bots/bots';
import type { SessionGrant } from '#contract/conversations/widget';
import type { CloudAddress } from './assembly';
import type { OwnCloud } from './cloud';
import { processed, uploadDocument } from './documents';
import { newUser, type TestUser } from './users';
import { openVisitor } from './visitor';

const HANDBOOK = `# Returns

You may return the bicycle within 45 days after delivery, in its original box and with all accessories. We refund the price to the card that you paid with, less the cost of sending it back. A bicycle that was ridden in rain must be cleaned before.

# Guarantee

The frame is guaranteed for ten years against cracks and rust, and its varnish for three. The guarantee covers neither accidents nor worn parts such as chains, tyres and brake pads. Show the receipt to any of our workshops in Freiburg, Basel or Colmar.

# Charging

The battery is charged in four hours at a household socket, and in two with the fast charger. It lasts for 80 kilometres on level roads with medium support. Keep it between ten and twenty-five degrees, and never leave it empty in winter.

# Tyres

The tyres take a pressure of three bar in front and three and a half behind. Check it every month with the pump under the saddle. Spare tubes of 28 inches are sold in our shop and by most dealers.
`;

/** Four that the handbook answers, and one that nobody can. */
const QUESTIONS = [
  'Within how many days may I return the bicycle?',
  'How long is the frame guaranteed?',
  'In how many hours is the battery charged?',
  'What pressure do the tyres take?',
  'Do you rent out tents and sleeping bags?',
] as const;

/** Between an answer and the next question. */
const READING_MS = 2_000;

export async function costedBot(
  cloud: CloudAddress,
  config: { readonly retentionDays?: number } = {},
): Promise<{ readonly owner: TestUser; readonly bot: Bot }> {
  const owner = await newUser(cloud);
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Helper', deploy: true, ...config } });
  const uploaded = await uploadDocument(owner, bot.id, { fileName: 'handbook.md', content: HANDBOOK });
  const { status, failureReason } = await processed(owner, uploaded);
  if (status !== 'success') throw new Error(`the handbook was not taken in: ${failureReason}`);
  return { owner, bot };
}

/** Has a conversation counted now, and not at the end of its span. Gives what the function said. */
export function countNow(
  cloud: OwnCloud['cloud'],
  accountId: string,
  conversationId: string,
): Promise<unknown> {
  return runNow(cloud, 'queue-analytics', { accountId, conversationId });
}

/** Has a job done now that a queue's function would get later. */
export function runNow({ functions }: OwnCloud['cloud'], name: string, job: object): Promise<unknown> {
  return functions.invoke(name, {
    Records: [{ messageId: 'now', body: JSON.stringify(job), attributes: { ApproximateReceiveCount: '1' } }],
  });
}

/** Until a socket that was closed is forgotten. */
const FORGETTING_MS = 1_000;

/** Five questions and five answers; its visitor goes then. Gives what they were granted. */
export async function fixedConversation(
  cloud: CloudAddress,
  { widgetId }: Bot,
  from?: string,
): Promise<SessionGrant> {
  const visitor = await openVisitor(cloud, widgetId, { ...(from && { from }) });
  for (const question of QUESTIONS) {
    await visitor.ask(question);
    await sleep(READING_MS);
  }
  await visitor.close();
  await sleep(FORGETTING_MS);
  return visitor.grant;
}
