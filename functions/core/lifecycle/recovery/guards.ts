import { GetItemCommand } from 'dynamodb-toolbox';
import { type BuriedKind, hashOfBuried, TombstoneEntity } from '#core/base/tombstones/entity';
import { DeletedBotEntity } from '#core/bots/entity';
import type { ItemKey } from '#platform/raw-table';
import type { StoredItem } from '#platform/table-backups';

/** What, where it is in the table, keeps an item from coming back. */
export interface Guards {
  /** Tombstones of the item itself, and of what it is part of. */
  readonly tombstones: readonly ItemKey[];
  /** What its owner has deleted and can bring back herself. */
  readonly deletion: ItemKey | undefined;
}

export function guardsOf(item: StoredItem): Guards {
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
