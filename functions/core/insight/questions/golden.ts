import { $add, DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { type BotId, DocumentId, GoldenId } from '#contract/base/ids';
import {
  GOLDEN_LIMITS,
  type GoldenQuestion,
  type GoldenSet,
  type UpdateGoldenSet,
  type WriteGolden,
} from '#contract/insight/golden';
import { type BotRef, loadBot } from '#core/bots/bots';
import { replaced } from '#core/bots/entity';
import { lineageOf, readDocuments, type StoredDocument } from '#core/knowledge/documents/stored-document';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { GoldenEntity, GoldenSetEntity, type StoredGolden, type StoredRun } from './entity';
import { type AskedBot, baseline, isCurrent, readGolden, readGoldenSet, runOf } from './gate';

export interface GoldenRef {
  readonly botId: BotId;
  readonly goldenId: GoldenId;
}

export async function getGoldenSet(actor: Actor, botId: BotId): Promise<GoldenSet> {
  return toGoldenSet(await loadBot({ accountId: actor.accountId, botId }));
}

export async function updateGoldenSet(
  actor: Actor,
  botId: BotId,
  { refusesRegressions }: UpdateGoldenSet,
): Promise<GoldenSet> {
  const { accountId } = actor;
  const bot = await loadBot({ accountId, botId });
  await transact({
    write: GoldenSetEntity.build(UpdateTransaction).item({ accountId, botId, refusesRegressions }),
  });
  return toGoldenSet(bot);
}

export async function addGolden(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  input: WriteGolden,
): Promise<GoldenQuestion> {
  const bot = await botOf(actor, botId);
  const documents = await documentsOf(bot);
  const now = clock();
  const at = now.toISOString();
  const stored = storedOf(bot, newId(now), input, documents, { createdAt: at, changedAt: at });
  await transact(
    {
      write: GoldenSetEntity.build(UpdateTransaction)
        .item({ ...bot, count: $add(1), version: $add(1) })
        .options({
          condition: {
            or: [
              { attr: 'count', exists: false },
              { attr: 'count', lt: GOLDEN_LIMITS.questions },
            ],
          },
        }),
      refused: () => new ParleyError('golden.too_many', { details: { limit: GOLDEN_LIMITS.questions } }),
    },
    { write: GoldenEntity.build(PutTransaction).item(stored) },
  );
  return toGolden(stored, documents);
}

/** Puts another question in its place; what the former came to says nothing of it. */
export async function changeGolden(
  clock: Clock,
  actor: Actor,
  ref: GoldenRef,
  input: WriteGolden,
): Promise<GoldenQuestion> {
  const bot = await botOf(actor, ref.botId);
  const found = await readItem(GoldenEntity, { ...bot, goldenId: ref.goldenId });
  if (!found) throw new ParleyError('golden.not_found');
  const documents = await documentsOf(bot);
  const stored = storedOf(bot, ref.goldenId, input, documents, {
    createdAt: found.createdAt,
    changedAt: clock().toISOString(),
  });
  await transact(
    {
      write: GoldenEntity.build(PutTransaction)
        .item(stored)
        .options({ condition: { attr: 'question', exists: true } }),
      refused: () => new ParleyError('golden.not_found'),
    },
    { write: GoldenSetEntity.build(UpdateTransaction).item({ ...bot, version: $add(1) }) },
  );
  return toGolden(stored, documents);
}

export async function deleteGolden(actor: Actor, ref: GoldenRef): Promise<void> {
  const bot = await botOf(actor, ref.botId);
  try {
    await transact(
      {
        write: GoldenEntity.build(DeleteTransaction)
          .key({ ...bot, goldenId: ref.goldenId })
          .options({ condition: { attr: 'question', exists: true } }),
        refused: () => new Gone(),
      },
      { write: GoldenSetEntity.build(UpdateTransaction).item({ ...bot, count: $add(-1), version: $add(1) }) },
    );
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
}

class Gone extends Error {}

/** Keeps a run beside the one before it. */
export async function saveRun(bot: BotRef, run: StoredRun, previous: StoredRun | undefined): Promise<void> {
  await transact({
    write: GoldenSetEntity.build(UpdateTransaction).item({
      accountId: bot.accountId,
      botId: bot.botId,
      latest: replaced(run),
      ...(previous && { previous: replaced(previous) }),
    }),
  });
}

export async function toGoldenSet(bot: BotRef & AskedBot): Promise<GoldenSet> {
  const [set, questions, documents] = await Promise.all([
    readGoldenSet(bot),
    readGolden(bot),
    documentsOf(bot),
  ]);
  const { latest, refusesRegressions = false } = set;
  const before = baseline(set);
  return {
    questions: questions.map((question) => toGolden(question, documents)),
    refusesRegressions,
    latest: latest ? runOf(latest, questions) : null,
    before: before ? runOf(before, questions) : null,
    isCurrent: latest !== undefined && (await isCurrent(bot, set)),
  };
}

/** Documents of a bot by their lineage; of one that is being replaced the one that answers. */
export type Documents = ReadonlyMap<string, StoredDocument>;

export async function documentsOf(bot: BotRef): Promise<Documents> {
  const documents = (await readDocuments(bot)).filter(({ replaces }) => replaces === undefined);
  return new Map(documents.map((document) => [lineageOf(document), document]));
}

function storedOf(
  bot: BotRef,
  goldenId: string,
  { question, source, words }: WriteGolden,
  documents: Documents,
  { createdAt, changedAt }: Pick<StoredGolden, 'createdAt' | 'changedAt'>,
): StoredGolden {
  const expected =
    source === null ? undefined : [...documents.values()].find(({ documentId }) => documentId === source);
  if (source !== null && !expected) throw new ParleyError('document.not_found');
  return {
    ...bot,
    goldenId,
    question,
    words: [...words],
    createdAt,
    changedAt,
    ...(expected && { source: lineageOf(expected) }),
  };
}

function toGolden({ goldenId, question, source, words, createdAt }: StoredGolden, documents: Documents) {
  const document = source === undefined ? undefined : documents.get(source);
  return {
    id: GoldenId.parse(goldenId),
    question,
    source: source === undefined ? null : DocumentId.parse(document?.documentId ?? source),
    sourceTitle: document?.title ?? null,
    words: [...words],
    createdAt,
  };
}

async function botOf({ accountId }: Actor, botId: BotId): Promise<BotRef> {
  await loadBot({ accountId, botId });
  return { accountId, botId };
}
