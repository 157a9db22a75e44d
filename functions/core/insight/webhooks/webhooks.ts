import {
  $remove,
  DeleteTransaction,
  PutItemCommand,
  UpdateItemCommand,
  type UpdateItemInput,
} from 'dynamodb-toolbox';
import { type BotId, WebhookId } from '#contract/base/ids';
import {
  type CreateWebhook,
  MAX_WEBHOOKS,
  type UpdateWebhook,
  type Webhook,
  type WebhookList,
  type WebhookWithSecret,
} from '#contract/insight/webhooks';
import { buryWith } from '#core/base/tombstones/entity';
import { type BotRef, loadBot } from '#core/bots/bots';
import { replaced } from '#core/bots/entity';
import { integrationsPartition } from '#core/bots/integrations-partition';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type Guard, GuardedFetchError, leadsInside, parseAddress } from '#platform/guarded-fetch';
import { newId, newSecret } from '#platform/ids';
import { rotated, validSecrets } from '#platform/rotating-secret';
import { listAll } from '#platform/table-reads';
import { conditionally, ifHolds, transact } from '#platform/table-writes';
import { type StoredWebhook, WebhookEntity } from './entity';

export interface WebhookDeps {
  readonly clock: Clock;
  readonly guard: Guard;
}

export interface WebhookRef extends BotRef {
  readonly webhookId: WebhookId;
}

export async function listWebhooks(clock: Clock, actor: Actor, botId: BotId): Promise<WebhookList> {
  const bot = await loadBot({ accountId: actor.accountId, botId });
  const webhooks = [...(await readWebhooks(bot))];
  webhooks.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  return { items: webhooks.map((webhook) => toWebhook(clock, webhook)) };
}

/** Takes one of the bot's places for webhooks; throws `webhook.too_many` where none is free. */
export async function createWebhook(
  { clock, guard }: WebhookDeps,
  actor: Actor,
  botId: BotId,
  { url, events }: CreateWebhook,
): Promise<WebhookWithSecret> {
  const { accountId } = await loadBot({ accountId: actor.accountId, botId });
  const now = clock();
  const webhook = {
    accountId,
    botId,
    webhookId: newId(now),
    url: await acceptableUrl(guard, url),
    events: [...events],
    enabled: true,
    secret: `whsec_${newSecret()}`,
    createdAt: now.toISOString(),
  };
  for (let place = 1; place <= MAX_WEBHOOKS; place += 1) {
    const stored: StoredWebhook = { ...webhook, place };
    const isFree = await ifHolds(
      WebhookEntity.build(PutItemCommand)
        .item(stored)
        .options({ condition: { attr: 'webhookId', exists: false } })
        .send(),
    );
    if (isFree) return { webhook: toWebhook(clock, stored), secret: stored.secret };
  }
  throw new ParleyError('webhook.too_many');
}

/** One that is switched on again begins anew: what failed before is forgotten. */
export async function updateWebhook(
  { clock, guard }: WebhookDeps,
  actor: Actor,
  ref: Omit<WebhookRef, 'accountId'>,
  { url, events, enabled }: UpdateWebhook,
): Promise<Webhook> {
  const webhook = await loadOwnWebhook(actor, ref);
  const switched = enabled !== undefined && enabled !== webhook.enabled;
  return toWebhook(
    clock,
    await change(webhook, {
      ...(url !== undefined && { url: await acceptableUrl(guard, url) }),
      ...(events && { events: replaced([...events]) }),
      ...(url !== undefined && url !== webhook.url && { failingSince: $remove() }),
      ...(switched && {
        enabled,
        failingSince: $remove(),
        switchedOffBy: enabled ? $remove() : ('person' as const),
        switchedOffAt: enabled ? $remove() : clock().toISOString(),
      }),
    }),
  );
}

/** Its log goes by what follows the table. */
export async function deleteWebhook(actor: Actor, ref: Omit<WebhookRef, 'accountId'>): Promise<void> {
  const bot = await loadBot({ accountId: actor.accountId, botId: ref.botId });
  const webhook = await findWebhook({ ...ref, accountId: bot.accountId });
  if (!webhook) return;
  const { accountId, botId, place, webhookId } = webhook;
  try {
    await transact(
      {
        write: WebhookEntity.build(DeleteTransaction)
          .key({ accountId, botId, place })
          .options({ condition: { attr: 'webhookId', eq: webhookId } }),
        refused: () => new DeletedMeanwhile(),
      },
      buryWith('webhook', webhookId),
    );
  } catch (error) {
    if (!(error instanceof DeletedMeanwhile)) throw error;
  }
}

class DeletedMeanwhile extends Error {}

export async function rotateWebhookSecret(
  clock: Clock,
  actor: Actor,
  ref: Omit<WebhookRef, 'accountId'>,
): Promise<WebhookWithSecret> {
  const webhook = await loadOwnWebhook(actor, ref);
  const next = rotated(webhook, `whsec_${newSecret()}`, clock());
  const stored = await change(webhook, next, webhook.secret);
  return { webhook: toWebhook(clock, stored), secret: next.secret };
}

/** Throws `webhook.not_found`, also for one of another bot, and `bot.not_found` for a bot of another tenant. */
export async function loadOwnWebhook(
  { accountId }: Actor,
  { botId, webhookId }: Omit<WebhookRef, 'accountId'>,
): Promise<StoredWebhook> {
  await loadBot({ accountId, botId });
  const webhook = await findWebhook({ accountId, botId, webhookId });
  if (!webhook) throw new ParleyError('webhook.not_found');
  return webhook;
}

export async function findWebhook({ webhookId, ...bot }: WebhookRef): Promise<StoredWebhook | undefined> {
  return (await readWebhooks(bot)).find((webhook) => webhook.webhookId === webhookId);
}

/** All webhooks of a bot, which are few. */
export async function readWebhooks(ref: BotRef): Promise<readonly StoredWebhook[]> {
  return listAll(WebhookEntity, integrationsPartition(ref), 'WEBHOOK#');
}

type Changes = Omit<UpdateItemInput<typeof WebhookEntity>, 'accountId' | 'botId' | 'place'>;

/** Its place may have been given to another meanwhile: then it is not found. */
async function change(webhook: StoredWebhook, changes: Changes, secret?: string): Promise<StoredWebhook> {
  const { accountId, botId, place, webhookId } = webhook;
  const { Attributes } = await conditionally(
    WebhookEntity.build(UpdateItemCommand)
      .item({ accountId, botId, place, ...changes })
      .options({
        condition: {
          and: [
            { attr: 'webhookId', eq: webhookId },
            ...(secret === undefined ? [] : [{ attr: 'secret', eq: secret } as const]),
          ],
        },
        returnValues: 'ALL_NEW',
      })
      .send(),
    (item) =>
      // Another call rotated it at this moment: its secret is the one that was shown.
      new ParleyError(item?.webhookId === webhookId ? 'server.unavailable' : 'webhook.not_found'),
  );
  if (!Attributes) throw new ParleyError('webhook.not_found');
  return Attributes;
}

/** Where its host leads to is judged again at each delivery: names can be led elsewhere at any time. */
async function acceptableUrl(guard: Guard, url: string): Promise<string> {
  try {
    const parsed = parseAddress(guard, url);
    if (await leadsInside(guard, parsed)) throw new GuardedFetchError('address_refused');
    return parsed.href;
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    throw new ParleyError('request.invalid', {
      fields: {
        url: 'Please enter an address that begins with https:// and is reachable from the internet.',
      },
    });
  }
}

function toWebhook(clock: Clock, webhook: StoredWebhook): Webhook {
  const isRotating = validSecrets(webhook, clock()).length > 1;
  return {
    id: WebhookId.parse(webhook.webhookId),
    url: webhook.url,
    events: [...webhook.events],
    enabled: webhook.enabled,
    switchedOffBy: webhook.switchedOffBy ?? null,
    switchedOffAt: webhook.switchedOffAt ?? null,
    failingSince: webhook.failingSince ?? null,
    lastDeliveredAt: webhook.lastDeliveredAt ?? null,
    formerSecretUntil: (isRotating && webhook.formerUntil) || null,
    createdAt: webhook.createdAt,
  };
}
