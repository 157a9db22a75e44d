import { GetItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { ActOnClientError } from '#contract/operator/admin';
import type { ClientErrorGroup, ClientErrorStatus } from '#contract/site/client-errors';
import { ClientErrorEntity } from '#core/site/client-errors/entity';
import { toGroup } from '#core/site/client-errors/list';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { transact } from '#platform/table-writes';
import { logEntry } from './log';

const STATUS = { resolve: 'resolved', ignore: 'ignored', reopen: 'open' } as const satisfies Record<
  ActOnClientError['action'],
  ClientErrorStatus
>;
const ACTIONS = { resolve: 'error_resolved', ignore: 'error_ignored', reopen: 'error_reopened' } as const;

/** Resolves, ignores or reopens a group of errors. Repeating it is not logged again. */
export async function actOnClientError(
  clock: Clock,
  actor: Actor,
  fingerprint: string,
  { action }: ActOnClientError,
): Promise<ClientErrorGroup> {
  const read = () =>
    ClientErrorEntity.build(GetItemCommand).key({ fingerprint }).options({ consistent: true }).send();
  const { Item } = await read();
  if (!Item) throw new ParleyError('admin.error_not_found');
  const status = STATUS[action];
  if ((Item.status ?? 'open') === status) return toGroup(Item);
  await transact(
    {
      write: ClientErrorEntity.build(UpdateTransaction)
        .item({ fingerprint, status })
        .options({ condition: { attr: 'fingerprint', exists: true } }),
      refused: () => new ParleyError('admin.error_not_found'),
    },
    await logEntry(clock, actor, {
      action: ACTIONS[action],
      subject: { id: fingerprint, name: `${Item.errorName}: ${Item.message}`.slice(0, 200) },
    }),
  );
  return toGroup({ ...Item, status });
}
