import { type AccountId, BotId, type UserId } from '#contract/base/ids';
import { accountPartition } from '#core/accounts/entity';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { type BotRef, botsOf, deletedBotsOf, formerBotsOf } from '#core/bots/bots';
import { versionsPartition } from '#core/bots/entity';
import { integrationsPartition } from '#core/bots/integrations-partition';
import { knowledgePartition } from '#core/bots/manifest/entity';
import { attachmentsFolder } from '#core/conversations/attachment-entity';
import { conversationsOf } from '#core/conversations/entity';
import { cannedRepliesPartition } from '#core/conversations/inbox/entity';
import { activityPartition } from '#core/insight/activity/entity';
import { analyticsPartition, ratingsPartition } from '#core/insight/analytics/entity';
import { notificationsPartition } from '#core/insight/notifications/entity';
import { questionsPartition } from '#core/insight/questions/entity';
import { reportsPartition } from '#core/insight/reports/entity';
import { sitesPartition } from '#core/knowledge/sites/entity';
import { ownIndex } from '#core/site/feedback/entity';
import { getObject, nextObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { getItems, queryPlainPage } from '#platform/raw-table';
import type { ExportPosition } from './export-entity';

/** A file of the archive, and from where an export goes on that ends with it; null at the end of all. */
export interface ExportFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly next: ExportPosition | null;
}

/** Some of a part: what it holds, and the cursor of what follows; null at its end. */
interface Piece {
  readonly content: Uint8Array | null;
  /** Of an object of a bucket; lines are numbered. */
  readonly name?: string;
  readonly cursor: string | null;
}

interface Part {
  /** Also its folder, or the beginning of its files' names. */
  readonly name: string;
  read(after: string | null): Promise<Piece>;
}

const PAGE = 200;

/** Whose data an export holds: an account's, and that of the person who asked for it. */
export interface ExportSubject {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** Everything of an account, file by file, from a position on. Of each part one page or one object is in memory. */
export async function* exportFiles(
  subject: ExportSubject,
  from: ExportPosition | undefined,
): AsyncIterable<ExportFile> {
  const parts = await partsOf(subject);
  // A part that has gone since is passed over.
  const left = from ? parts.filter(({ name }) => name >= from.part) : parts;
  for (const [index, part] of left.entries()) {
    let { after, file } = from?.part === part.name ? from : { after: null, file: 1 };
    for (;;) {
      const { content, name, cursor } = await part.read(after);
      const following = left[index + 1];
      file += 1;
      const next =
        cursor !== null
          ? { part: part.name, after: cursor, file }
          : following
            ? { part: following.name, after: null, file: 1 }
            : null;
      if (content) yield { name: name ?? `${part.name}-${file - 1}.jsonl`, content, next };
      if (cursor === null) break;
      after = cursor;
    }
  }
}

/** In the order of their names, so that an export finds its place again where bots have come and gone. */
async function partsOf({ accountId, userId }: ExportSubject): Promise<readonly Part[]> {
  const [bots, deleted, former] = await Promise.all([
    botsOf(accountId),
    deletedBotsOf(accountId),
    formerBotsOf(accountId),
  ]);
  const refs: readonly BotRef[] = [...bots, ...deleted].map(({ botId }) => ({
    accountId,
    botId: BotId.parse(botId),
  }));
  const parts = [
    itemsOf('account', accountPartition(accountId)),
    itemsOf('activity', activityPartition(accountId)),
    itemsOf('canned-replies', cannedRepliesPartition(accountId)),
    submissions('person/messages', userId),
    itemsOf('person/notifications', notificationsPartition(accountId, userId)),
    // With their sessions, votes and ratings of templates.
    itemsOf('person/profile', `USER#${userId}`),
    itemsOf('ratings', ratingsPartition(accountId)),
    itemsOf('reports', reportsPartition(accountId)),
    ...refs.flatMap(botParts),
    ...former.map((botId) => itemsOf(`bots/${botId}/analytics`, analyticsPartition({ accountId, botId }))),
  ];
  return parts.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function botParts(bot: BotRef): readonly Part[] {
  const folder = `bots/${bot.botId}`;
  const { accountId, botId } = bot;
  return [
    itemsOf(`${folder}/analytics`, analyticsPartition(bot)),
    itemsOf(`${folder}/integrations`, integrationsPartition(bot)),
    itemsOf(`${folder}/knowledge`, knowledgePartition(bot)),
    itemsOf(`${folder}/questions`, questionsPartition(bot)),
    itemsOf(`${folder}/versions`, versionsPartition(bot)),
    itemsOf(`${folder}/websites`, sitesPartition(bot)),
    conversations(`${folder}/conversations`, bot),
    objects(`${folder}/documents`, `uploads/${accountId}/${botId}/`),
    objects(`${folder}/attachments`, attachmentsFolder(bot)),
  ];
}

function itemsOf(name: string, partition: string): Part {
  return {
    name,
    async read(after) {
      const { items, cursor } = await queryPlainPage({ partition }, { after, limit: PAGE });
      return { content: linesOf(items), cursor };
    },
  };
}

/** Feedback and messages to the operator, with what was answered. */
function submissions(name: string, userId: UserId): Part {
  const { gsi2pk: partition } = ownIndex(userId, 'C', '', '');
  return {
    name,
    async read(after) {
      const { items, cursor } = await queryPlainPage({ index: 'gsi2', partition }, { after, limit: 50 });
      const keys = items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
      const found = await getItems(keys, { consistent: true });
      return { content: linesOf(found as readonly Record<string, unknown>[]), cursor };
    },
  };
}

/** Heads with their messages. */
function conversations(name: string, bot: BotRef): Part {
  return {
    name,
    async read(after) {
      const { items, cursor } = await queryPlainPage(
        { index: 'gsi2', partition: conversationsOf(bot) },
        { after, limit: 20 },
      );
      const found: Record<string, unknown>[] = [];
      for (const { gsi2sk } of items) {
        const conversationId = String(gsi2sk).slice(String(gsi2sk).lastIndexOf('#') + 1);
        const partition = conversationChannel(bot.accountId, conversationId);
        let from: string | null = null;
        do {
          const page = await queryPlainPage({ partition }, { after: from, limit: PAGE });
          found.push(...page.items);
          from = page.cursor;
        } while (from !== null);
      }
      return { content: linesOf(found), cursor };
    },
  };
}

/** The files themselves, as they are. */
function objects(name: string, prefix: string): Part {
  return {
    name,
    async read(after) {
      const bucket = environment('UPLOADS_BUCKET');
      const key = await nextObject(bucket, prefix, after);
      if (key === null) return { content: null, cursor: null };
      const content = await getObject({ bucket, key });
      return { content, name: `${name}/${key.slice(prefix.length)}`, cursor: key };
    },
  };
}

function linesOf(items: readonly Record<string, unknown>[]): Uint8Array | null {
  const lines = items.filter(({ entity }) => !INTERNAL.has(String(entity))).map((item) => lineOf(item));
  return lines.length === 0 ? null : Buffer.from(`${lines.join('\n')}\n`);
}

function lineOf(item: Record<string, unknown>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(item).filter(([name]) => !WITHHELD.has(name))));
}

/** Never export keys or secrets. */
const WITHHELD: ReadonlySet<string> = new Set([
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'expiresAt'],
  ...['secret', 'formerSecret', 'hash', 'tokenHash', 'salt'],
]);

/** Internal bookkeeping items. */
const INTERNAL: ReadonlySet<string> = new Set([
  'AccountExport',
  'AccountPurge',
  'BotName',
  'BotPurge',
  'ClientMessage',
  'ConversationCompanion',
  'ConversationCount',
  'ConversationVisitor',
  'CountedQuestion',
  'DocumentContent',
  'Listener',
  'Manifest',
  'Merge',
  'PlaceUsage',
  'RecoveryCodes',
  'Segment',
  'SegmentDocuments',
  'VisitBatch',
  'VisitorSalt',
  'WaitingCall',
]);
