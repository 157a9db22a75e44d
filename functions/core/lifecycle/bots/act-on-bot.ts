import { $remove, UpdateTransaction } from 'dynamodb-toolbox';
import type { BotId } from '#contract/base/ids';
import { type BotStatus, isDeployed, nextStatus, TRANSITIONS } from '#contract/bots/bot-status';
import type { ActOnBot, Bot } from '#contract/bots/bots';
import { release, reserve } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { type BotRef, loadBot, toBot } from '#core/bots/bots';
import { BotEntity, type Publication, replaced } from '#core/bots/entity';
import { assertFlowRuns, nextPublication, saveVersion } from '#core/bots/publications';
import { publishBot } from '#core/bots/publish-bot';
import { hasUnpublishedChanges, type StoredBot } from '#core/bots/stored-bot';
import { passGate } from '#core/insight/questions/gate';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type ConditionalWrite, transact } from '#platform/table-writes';

/** Times that a bot may change between its reading and its writing before the caller is told to try again. */
const MAX_ATTEMPTS = 5;

/**
 * Applies an action to a bot. Throws `bot.transition_refused` where the table of transitions does not allow it. The
 * draft is published as it was read; when it changes in between, it is read again.
 */
export async function actOnBot(clock: Clock, actor: Actor, botId: BotId, { action }: ActOnBot): Promise<Bot> {
  const ref = { accountId: actor.accountId, botId };
  const bot = await changing(ref, async (read) => {
    const transition: Transition = {
      status: statusAfter(read, action),
      ...((action === 'train' || action === 'retrain') && { training: action }),
      ...effectOf(read, action),
    };
    const alongside = transition.publication ? await passGate(read) : [];
    // Pressed twice, or in two windows: what visitors see already is no new version. What it was tried with still
    // counts: the next one is compared with that.
    if (action === 'publish' && !hasUnpublishedChanges(read)) {
      if (alongside.length > 0) await transact(...alongside);
      return;
    }
    await storeTransition(clock, actor, read, transition, alongside);
  });
  return toBot(bot);
}

/** The status that an action leads to; throws `bot.transition_refused` where it is not possible. */
export function statusAfter({ status }: StoredBot, action: ActOnBot['action']): BotStatus {
  const next = nextStatus(status, action);
  if (!next) throw new ParleyError('bot.transition_refused', { details: { status, action } });
  return next;
}

/** Reads the bot, changes it, and brings the change to visitors; reads again where another call was faster. */
export async function changing(ref: BotRef, change: (bot: StoredBot) => Promise<void>): Promise<StoredBot> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change(await loadBot(ref));
      const changed = await loadBot(ref);
      await publishBot(changed);
      return changed;
    } catch (error) {
      if (!(error instanceof BotChanged)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable', { cause: error });
    }
  }
}

export interface Transition {
  readonly status: BotStatus;
  /** Null: visitors see none any more. Left out: they see what they saw. */
  readonly publication?: Publication | null;
  readonly restoredFrom?: number;
  /** Asks for a training, which what follows the table's stream begins. */
  readonly training?: 'train' | 'retrain';
}

/** Stores a transition of the bot as it was read; throws where it has changed since. */
export async function storeTransition(
  clock: Clock,
  actor: Actor,
  bot: StoredBot,
  { status, publication, restoredFrom, training }: Transition,
  /** What is written with it. */
  alongside: readonly ConditionalWrite[] = [],
): Promise<void> {
  const { accountId, botId } = bot;
  const now = clock();
  const at = now.toISOString();
  const place = await placeFor(bot, status, now);
  await transact(
    {
      write: BotEntity.build(UpdateTransaction)
        .item({
          accountId,
          botId,
          status,
          updatedAt: at,
          ...(publication && { publication: replaced(publication), lastPublication: publication.number }),
          ...(training && { trainingRequestedAt: at, trainsAnew: training === 'retrain' }),
          ...(publication === null && { publication: $remove() }),
          // Whoever puts it on the air again, or takes it off, decides anew.
          ...(publication !== undefined && { heldByPlan: $remove() }),
        })
        .options({
          condition: {
            and: [
              { attr: 'status', eq: bot.status },
              { attr: 'version', eq: bot.version },
              bot.lastPublication === 0
                ? { attr: 'lastPublication', exists: false }
                : { attr: 'lastPublication', eq: bot.lastPublication },
            ],
          },
        }),
      refused: () => new BotChanged(),
    },
    ...(publication
      ? [
          saveVersion(bot, publication, {
            publishedAt: at,
            publishedBy: actor.userId,
            ...(restoredFrom !== undefined && { restoredFrom }),
          }),
        ]
      : []),
    ...place,
    ...alongside,
  );
}

/** What is on the air counts in the plan: publishing is where the plan decides. */
async function placeFor(bot: StoredBot, status: BotStatus, now: Date): Promise<readonly ConditionalWrite[]> {
  const [was, is] = [isDeployed(bot.status), isDeployed(status)];
  if (was === is) return [];
  const account = await loadAccount(bot.accountId);
  return [is ? reserve(account, 'bots', now) : release(bot.accountId, 'bots')];
}

/** Another call changed the bot between its reading and this writing. */
class BotChanged extends Error {}

function effectOf(bot: StoredBot, action: ActOnBot['action']): Pick<Transition, 'publication'> {
  const transition = TRANSITIONS[action];
  if (action === 'activate' && bot.publication) assertFlowRuns(bot.publication.config);
  if (!('publication' in transition)) return {};
  return { publication: transition.publication === 'publish' ? nextPublication(bot, bot.config) : null };
}
