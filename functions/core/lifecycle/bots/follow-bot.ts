import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import { UNDO_SECONDS } from '#contract/base/undo';
import type { StoredAccount } from '#core/accounts/entity';
import { effectivePlan } from '#core/accounts/plan';
import type { DomainEvent } from '#core/base/events/events';
import type { BotItem } from '#core/bots/entity';
import { publishBot, shownOf } from '#core/bots/publish-bot';
import { isPublic, readBot, type StoredBot } from '#core/bots/stored-bot';
import type { StoredConversation } from '#core/conversations/entity';
import { queueBotJob } from './jobs';

/**
 * A duplicate that is to have another's documents is given them, a training that was asked for begins, and pages that
 * are pictures are read when that is switched on.
 */
export async function queueBotWork(event: DomainEvent<'bot.changed'>): Promise<void> {
  const before = event.before as BotItem | null;
  const after = event.after as BotItem | null;
  const bot = after && readBot(after);
  if (!bot) return;
  const ref = { accountId: bot.accountId, botId: bot.botId };
  if (!before && after.knowledgeFrom !== undefined)
    await queueBotJob({ kind: 'copy_knowledge', ...ref, from: BotId.parse(after.knowledgeFrom) });
  if (before && !before.readsPictures && bot.readsPictures) await queueBotJob({ kind: 'train', ...ref });
  if (before && after.trainingRequestedAt !== before.trainingRequestedAt)
    await queueBotJob({
      kind: 'train',
      ...ref,
      ...(after.trainsAnew && { anew: after.trainingRequestedAt?.replace(/\D/g, '') }),
    });
}

/** After these what counts and lists of an erased bot may have been written late is erased as well. */
const SWEEPS_AFTER_SECONDS = [30, 900] as const;

/** A bot that was erased is looked at again: what follows its last changes may write a moment after they were made. */
export async function queueSweep({ accountId, botId }: DomainEvent<'bot.purged'>): Promise<void> {
  for (const delay of SWEEPS_AFTER_SECONDS) await queueBotJob({ kind: 'sweep', accountId, botId }, delay);
}

/** Indexes follow their items: what began in the moment before is in its list by then. */
const LISTED_SECONDS = 3;

/** What is under way ends when visitors do not have the bot any more, whoever took it away. */
export async function endConversations(event: DomainEvent<'bot.changed'>): Promise<void> {
  const [was, is] = imagesOf(event);
  if (!was || !isPublic(was) || (is && isPublic(is))) return;
  const { accountId, botId, publication } = was;
  await queueBotJob(
    {
      kind: 'end_conversations',
      accountId,
      botId,
      because: is ? 'bot_unpublished' : 'bot_deleted',
      sessionTimeoutMinutes: publication.config.sessionTimeoutMinutes,
    },
    LISTED_SECONDS,
  );
}

/** Seconds that a call which brings a conversation back may take: asked in time, it is in time. */
const GRACE_SECONDS = 10;

/** A conversation that was deleted is erased when nobody can bring it back any more. */
export async function queueErasure(event: DomainEvent<'conversation.changed'>): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  if (after.deletedAt === undefined || after.deletedAt === before?.deletedAt) return;
  await queueBotJob(
    {
      kind: 'erase_conversation',
      accountId: AccountId.parse(after.accountId),
      botId: BotId.parse(after.botId),
      conversationId: ConversationId.parse(after.conversationId),
      deletedAt: after.deletedAt,
    },
    UNDO_SECONDS + GRACE_SECONDS,
  );
}

/** What decides how many places an account has. One that is to be deleted has no bot on the air. */
const DECIDING = ['plan', 'subscriptionStatus', 'trialEndsAt', 'graceEndsAt', 'deletesAt'] as const;

/** A smaller plan pauses what it has no place for, and a larger one brings it back. */
export async function queueFitToPlan({ before, after, at }: DomainEvent<'account.changed'>): Promise<void> {
  const [was, is] = [before as StoredAccount | null, after as StoredAccount];
  if (was === null) return;
  if (DECIDING.every((name) => was[name] === is[name])) return;
  // What held a plan that had ended by its date may have been fitted to no other yet.
  const isSame = [was, is].every((account) => effectivePlan(account, at) === was.plan);
  if (isSame && was.deletesAt === is.deletesAt) return;
  await queueBotJob({ kind: 'fit_to_plan', accountId: AccountId.parse(is.accountId) });
}

/** The call that changed a bot publishes it; this does when that call died in between. */
export async function publishChanged(event: DomainEvent<'bot.changed'>): Promise<void> {
  const [was, is] = imagesOf(event);
  const [hidden, shown] = [shownOf(was ?? null), shownOf(is ?? null)];
  const bot = is ?? (was && { ...was, publication: null });
  if (bot && (hidden?.version !== shown?.version || hidden?.paused !== shown?.paused)) await publishBot(bot);
}

function imagesOf({ before, after }: DomainEvent<'bot.changed'>): readonly (StoredBot | null)[] {
  return [before as BotItem | null, after as BotItem | null].map((item) => item && readBot(item));
}
