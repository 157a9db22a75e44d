import { createHash } from 'node:crypto';
import { ClientMessageId, type ConversationId } from '#contract/base/ids';
import type { Bot } from '#contract/bots/bots';
import type { Prompt } from '#contract/bots/flow';
import type { SendMessage } from '#contract/conversations/widget';
import { acceptMessage } from '#core/conversations/accept-message';
import { type AnswerDeps, answerConversation } from '#core/conversations/answer-conversation';
import { askForPerson } from '#core/conversations/inbox/hand-over';
import { actOnConversation, replyToVisitor } from '#core/conversations/inbox/reply';
import { latestMessages, toMessage } from '#core/conversations/messages';
import { openSession } from '#core/conversations/open-session';
import { endConversation } from '#core/conversations/visitors/end-conversation';
import { rateConversation } from '#core/conversations/visitors/ratings';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import type { Sockets } from '#platform/sockets';
import type { Business } from './business';
import { seededRandom } from './seeded-random';

/** When a conversation takes place, and with which bot. */
export interface Occasion {
  readonly name: string;
  readonly bot: Bot;
  readonly business: Business;
  readonly day: string;
}

export interface ConverseDeps {
  readonly actor: Actor;
  readonly answers: AnswerDeps;
  readonly appOrigin: string;
}

/** What an answer may take. */
const PATIENCE_MS = 25_000;
const NOBODY: Sockets = { send: async () => 'gone', close: async () => {} };

/** A visitor's conversation, from their first question to wherever they leave it. */
export async function converse(
  { actor, answers, appOrigin }: ConverseDeps,
  { bot, business, day, name }: Occasion,
): Promise<ConversationId> {
  const random = seededRandom(`${business.folder} ${name}`);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const clock = clockFrom(new Date(`${day}T${pick(HOURS)}:00:00Z`).getTime() + random() * 3_600_000);
  const wait = (seconds: number) => clock.skip(seconds * 1_000 * (0.5 + random()));
  const people = { clock: clock.now, sockets: NOBODY };
  const { conversationId } = await openSession(
    { clock: clock.now, appOrigin, socketUrl: '' },
    bot.widgetId,
    { language: business.bot.language ?? 'en', page: business.site + pick(business.pages) },
    { site: business.site },
  );
  const { accountId, widgetId } = bot;
  const visitor = { accountId, botId: bot.id, widgetId, conversationId };
  const ref = { accountId, conversationId };
  let said = 0;
  const say = async (message: Omit<SendMessage, 'id'>) => {
    wait(20);
    said += 1;
    const digest = createHash('sha256').update(`${conversationId} ${said}`).digest('hex');
    const id = ClientMessageId.parse(`demo-${digest.slice(0, 24)}`);
    // Its time is long over: a sweep of what waits for too long would answer it with today's date.
    const { messageId } = await acceptMessage(clock.now, ref, { id, ...message }, { isListed: false });
    const end = performance.now() + PATIENCE_MS;
    const outcome = await answerConversation({ ...answers, clock: clock.now, sockets: NOBODY }, ref, {
      owner: `fill ${name}`,
      mode: 'generate',
      modelDeadline: AbortSignal.timeout(PATIENCE_MS - 5_000),
      through: messageId,
      remainingTime: () => end - performance.now(),
    });
    if (outcome !== 'done') throw new Error('A message was not answered in time.');
  };
  /** What the flow waits for; null where it has ended, and where there is none. */
  const prompt = async (): Promise<Prompt | null> =>
    bot.flow === null
      ? null
      : ((await latestMessages(ref, { limit: 1 })).map(toMessage).at(-1)?.prompt ?? null);
  /** Gives what the flow asks for, until it waits for questions. Some have had enough before. */
  const follow = async (enough: number) => {
    for (let asked = await prompt(); asked?.type === 'field'; asked = await prompt()) {
      const { key, type, required } = asked.field;
      if (random() < enough) return;
      const text = pick(business.given?.[key] ?? ['–']);
      if (!required && random() < 0.25) await say({ text: 'Skip', reply: { kind: 'skip' } });
      else if (type === 'select') await say({ text, reply: { kind: 'choices', choices: [text] } });
      else await say({ text });
    }
  };
  // Whoever leaves before the first word has had no conversation.
  await follow(0);
  let abstained = 0;
  for (let left = pick([1, 1, 2, 2, 3, 4]); left > 0; left -= 1) {
    const text = random() < 0.16 ? pick(business.unknown) : pick(business.known);
    await say({ text });
    if (business.unknown.includes(text)) abstained += 1;
  }
  if ((await prompt())?.type === 'continue' && random() < 0.7) {
    await say({ text: 'Continue', reply: { kind: 'continue' } });
    await follow(0.2);
  }
  const isPassedOn = bot.escalationEnabled && random() < (abstained > 0 ? 0.4 : 0.06);
  if (isPassedOn) {
    wait(15);
    await askForPerson(people, visitor, {});
    if (random() < 0.8) {
      wait(240);
      const id = ClientMessageId.parse(`demo-reply-${conversationId}`);
      await replyToVisitor(people, actor, conversationId, { id, text: pick(business.replies) });
      wait(120);
      await actOnConversation(clock.now, actor, conversationId, { action: 'resolve' });
    }
  }
  if (random() < 0.35) {
    wait(10);
    const isGood = random() < (abstained > 0 ? 0.4 : 0.9);
    const stars = isGood ? pick([4, 5, 5]) : pick([1, 2, 3]);
    const comment = random() < 0.5 ? pick(isGood ? business.comments.good : business.comments.bad) : '';
    await rateConversation(clock.now, visitor, { stars, comment });
  }
  // Others just leave.
  if (!isPassedOn && random() < 0.4) await endConversation(clock.now, visitor);
  return conversationId;
}

/** By the hour (UTC), as people write to shops. */
const HOURS = [
  '07',
  '08',
  '08',
  '09',
  '09',
  '10',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
];

/** A clock that goes on from a time, and can be put forward. */
function clockFrom(start: number): { readonly now: Clock; skip(milliseconds: number): void } {
  const began = performance.now();
  let skipped = 0;
  return {
    now: () => new Date(start + skipped + performance.now() - began),
    skip(milliseconds) {
      skipped += milliseconds;
    },
  };
}
