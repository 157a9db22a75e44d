import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { type BotId, DocumentId, UnansweredId } from '#contract/base/ids';
import type {
  ActOnUnanswered,
  AnsweredQuestions,
  Unanswered,
  UnansweredAction,
  UnansweredList,
  UnansweredQuery,
  UnansweredState,
  WrittenFaq,
} from '#contract/insight/unanswered';
import type { Faq, WriteFaq } from '#contract/knowledge/faqs';
import { type BotRef, loadBot } from '#core/bots/bots';
import { writeFaq } from '#core/knowledge/faqs/faqs';
import type { IngestDeps } from '#core/knowledge/ingest/ingest-document';
import { detectSpoken } from '#core/text/language';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { readItem } from '#platform/table-reads';
import { conditionally } from '#platform/table-writes';
import { type StoredUnanswered, UnansweredEntity } from './entity';
import { readUnanswered } from './read-unanswered';
import { nearest } from './similarity';

export interface UnansweredRef {
  readonly botId: BotId;
  readonly unansweredId: UnansweredId;
}

/** Groups of one state: those asked most often first, of those alike the newest. */
export async function listUnanswered(
  actor: Actor,
  botId: BotId,
  { state }: UnansweredQuery,
): Promise<UnansweredList> {
  const groups = await readUnanswered(await botOf(actor, botId));
  const items = groups
    .filter((group) => group.state === state)
    .map(toUnanswered)
    .sort((a, b) => b.count - a.count || b.lastAskedAt.localeCompare(a.lastAskedAt));
  return { items };
}

/** Repeating it changes nothing. */
export async function actOnUnanswered(
  clock: Clock,
  actor: Actor,
  ref: UnansweredRef,
  { action }: ActOnUnanswered,
): Promise<Unanswered> {
  const bot = await botOf(actor, ref.botId);
  return settle(clock, bot, ref.unansweredId, STATES[action]);
}

const STATES: Readonly<Record<UnansweredAction, UnansweredState>> = {
  dismiss: 'dismissed',
  resolve: 'answered',
  reopen: 'open',
};

/** Writes the answer to a group of questions; they leave the list when it answers. */
export async function answerUnanswered(
  deps: IngestDeps,
  actor: Actor,
  ref: UnansweredRef,
  input: WriteFaq,
): Promise<AnsweredQuestions> {
  const bot = await botOf(actor, ref.botId);
  // Before anything is written: a group that has gone is answered by nothing.
  await load(bot, ref.unansweredId);
  const faq = await writeFaq(deps, actor, ref.botId, input);
  return { faq, unanswered: await settle(deps.clock, bot, ref.unansweredId, 'answered', faq.document.id) };
}

/**
 * Writes a pair that was asked for by nobody. The open questions that ask the same, as they are counted together, leave
 * the list with it; should they be asked in vain again, they come back.
 */
export async function writePair(
  deps: IngestDeps,
  actor: Actor,
  botId: BotId,
  input: WriteFaq,
): Promise<WrittenFaq> {
  const faq = await writeFaq(deps, actor, botId, input);
  return { ...faq, unanswered: await settleAlike(deps.clock, actor, botId, faq) };
}

/** The pair is stored: whatever becomes of this, its writer must not be told that it is not. */
async function settleAlike(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { document, question }: Faq,
): Promise<Unanswered | null> {
  try {
    const { accountId, config } = await loadBot({ accountId: actor.accountId, botId });
    const bot = { accountId, botId };
    const language = detectSpoken(question) ?? config.language;
    const alike = nearest({ question, language }, await readUnanswered(bot));
    if (alike?.state !== 'open') return null;
    return await settle(clock, bot, UnansweredId.parse(alike.unansweredId), 'answered', document.id);
  } catch (error) {
    logger.warn('Questions alike could not be settled.', {
      error: error instanceof Error ? error : String(error),
    });
    return null;
  }
}

/** Another tenant's bot is none: its key leads with the caller's account. */
async function botOf({ accountId }: Actor, botId: BotId): Promise<BotRef> {
  await loadBot({ accountId, botId });
  return { accountId, botId };
}

async function load(bot: BotRef, unansweredId: UnansweredId): Promise<StoredUnanswered> {
  const item = await readItem(UnansweredEntity, { ...bot, unansweredId });
  if (!item) throw new ParleyError('unanswered.not_found');
  return item;
}

async function settle(
  clock: Clock,
  bot: BotRef,
  unansweredId: UnansweredId,
  state: UnansweredState,
  documentId?: DocumentId,
): Promise<Unanswered> {
  const write = UnansweredEntity.build(UpdateItemCommand)
    .item({
      ...bot,
      unansweredId,
      state,
      settledAt: state === 'open' ? $remove() : clock().toISOString(),
      ...(state !== 'open' && { reopenedAt: $remove() }),
      ...(documentId !== undefined && { documentId }),
    })
    .options({ condition: { attr: 'question', exists: true } })
    .send();
  await conditionally(write, () => new ParleyError('unanswered.not_found'));
  return toUnanswered(await load(bot, unansweredId));
}

function toUnanswered(stored: StoredUnanswered): Unanswered {
  const { unansweredId, question, language, count, firstAskedAt, lastAskedAt, examples, state } = stored;
  return {
    id: UnansweredId.parse(unansweredId),
    question,
    language,
    count,
    firstAskedAt,
    lastAskedAt,
    examples: [...examples],
    state,
    documentId: stored.documentId === undefined ? null : DocumentId.parse(stored.documentId),
    reopenedAt: stored.reopenedAt ?? null,
  };
}
