import { $remove, GetItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { WriteFaq } from '../../contract/faqs';
import { type BotId, DocumentId, UnansweredId } from '../../contract/ids';
import type {
  ActOnUnanswered,
  AnsweredQuestions,
  Unanswered,
  UnansweredAction,
  UnansweredList,
  UnansweredQuery,
  UnansweredState,
} from '../../contract/unanswered';
import type { Actor } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { conditionally } from '../../platform/table-writes';
import { type BotRef, loadBot } from '../bots/bots';
import { writeFaq } from '../knowledge/faqs/faqs';
import type { IngestDeps } from '../knowledge/ingest/ingest-document';
import { type StoredUnanswered, UnansweredEntity } from './entity';
import { readUnanswered } from './read-unanswered';

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

/** Another tenant's bot is none: its key leads with the caller's account. */
async function botOf({ accountId }: Actor, botId: BotId): Promise<BotRef> {
  await loadBot({ accountId, botId });
  return { accountId, botId };
}

async function load(bot: BotRef, unansweredId: UnansweredId): Promise<StoredUnanswered> {
  const { Item } = await UnansweredEntity.build(GetItemCommand)
    .key({ ...bot, unansweredId })
    .options({ consistent: true })
    .send();
  if (!Item) throw new ParleyError('unanswered.not_found');
  return Item;
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
