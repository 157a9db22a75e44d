import { GetItemCommand } from 'dynamodb-toolbox';
import { type BuriedKind, hashOfBuried, TombstoneEntity } from '#core/base/tombstones/entity';
import { DeletedBotEntity } from '#core/bots/entity';
import { type ItemKey, nameOf, readByName } from '#platform/raw-table';
import type { StoredItem } from '#platform/table-backups';

/**
 * Which items must not come back as they were at a time, since what they are of was removed, revoked or erased on purpose
 * after it. A tombstone from before that time says nothing: what it was of had come back by then.
 */
export async function removedSince(
  formers: readonly { readonly item: StoredItem; readonly at: Date }[],
): Promise<ReadonlySet<StoredItem>> {
  const guards = formers.map(({ item }) => guardsOf(item));
  const found = await readByName(
    guards.flatMap(({ tombstones, deletion }) => [...tombstones, ...(deletion ? [deletion] : [])]),
  );
  const isBuriedAfter = (at: Date, stone: ItemKey) => {
    const buriedAt = found.get(nameOf(stone))?.buriedAt;
    return typeof buriedAt === 'string' && new Date(buriedAt) > at;
  };
  return new Set(
    formers.flatMap(({ item, at }, i) => {
      const { tombstones, deletion } = guards[i] as Guards;
      const isDeleted = deletion !== undefined && found.has(nameOf(deletion));
      return isDeleted || tombstones.some((stone) => isBuriedAfter(at, stone)) ? [item] : [];
    }),
  );
}

/** What, where it is in the table, keeps an item from coming back. */
interface Guards {
  /** Tombstones of the item itself, and of what it is part of. */
  readonly tombstones: readonly ItemKey[];
  /** What its owner has deleted and can bring back themselves. */
  readonly deletion: ItemKey | undefined;
}

function guardsOf(item: StoredItem): Guards {
  const { entity, accountId, botId } = item;
  return {
    tombstones: buriedIn(item).map(([kind, ids]) =>
      keyOf(TombstoneEntity.build(GetItemCommand).key({ hash: hashOfBuried(kind, ids) })),
    ),
    deletion:
      entity === 'Bot'
        ? keyOf(
            DeletedBotEntity.build(GetItemCommand).key({
              accountId: String(accountId),
              botId: String(botId),
            }),
          )
        : undefined,
  };
}

type Burial = readonly [BuriedKind, readonly string[]];

/** Whatever may have been buried that this item is or belongs to, by its attributes and by its partition. */
function buriedIn(item: StoredItem): readonly Burial[] {
  const { pk, sk, entity } = item;
  const text = (name: string) => (typeof item[name] === 'string' ? [item[name] as string] : []);
  const inKey = (pattern: RegExp) => [pattern.exec(pk)?.[1], pattern.exec(sk)?.[1]].flatMap((id) => id ?? []);
  const of = (kind: BuriedKind, ids: readonly string[]): readonly Burial[] =>
    [...new Set(ids)].map((id) => [kind, [id]]);
  const [account = ''] = text('accountId');
  return [
    ...of('account', [...text('accountId'), ...inKey(/^ACCOUNT#([^#]+)/)]),
    ...of('bot', [...text('botId'), ...inKey(/(?:^|#)BOT#([^#]+)/)]),
    ...of('conversation', [...text('conversationId'), ...inKey(/#CONVERSATION#([^#]+)/)]),
    ...of('webhook', text('webhookId')),
    ...of('person', [...text('userId'), ...inKey(/^USER#([^#]+)/)]),
    ...(entity === 'ApiKey' ? of('key', text('hash')) : []),
    ...(entity === 'Membership' ? text('userId').map((id): Burial => ['membership', [account, id]]) : []),
    ...(entity === 'ReportRecipient'
      ? text('recipientId').map((id): Burial => ['recipient', [...text('scheduleId'), id]])
      : []),
    ...(entity === 'Invitation' || entity === 'InvitationLink'
      ? text('invitationId').map((id): Burial => ['invitation', [account, id]])
      : []),
  ];
}

function keyOf(command: { params(): { readonly Key?: unknown } }): ItemKey {
  return command.params().Key as ItemKey;
}
