import type { BotId } from '#contract/base/ids';
import type { Bot, DuplicateBot } from '#contract/bots/bots';
import { assertRoom } from '#core/accounts/limits/places';
import { loadAccount } from '#core/accounts/plan';
import { loadBot, toBot } from '#core/bots/bots';
import { insertBot } from '#core/bots/create-bot';
import type { StoredBot } from '#core/bots/stored-bot';
import { updateConfig } from '#core/bots/update-bot';
import { avatarPrefix } from '#core/bots/upload-avatar';
import { readDocuments } from '#core/knowledge/documents/stored-document';
import type { Actor } from '#platform/actor';
import { copyObject } from '#platform/buckets';
import type { Clock } from '#platform/clock';
import { environment } from '#platform/environment';

/**
 * Creates a draft with the draft of another bot. Where its documents are asked for, they are copied by what follows
 * the table's stream, one by one, and read again: the plan must have room for all of them.
 */
export async function duplicateBot(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { name, withKnowledge }: DuplicateBot,
): Promise<Bot> {
  const source = await loadBot({ accountId: actor.accountId, botId });
  if (withKnowledge) {
    const account = await loadAccount(actor.accountId);
    const good = (await readDocuments(source)).filter(({ status }) => status === 'success');
    assertRoom(account, 'documents', clock(), good.length);
  }
  const copy = await insertBot(clock, actor, {
    name,
    config: source.config,
    deploy: false,
    readsPictures: source.readsPictures,
    ...(withKnowledge && { knowledgeFrom: botId }),
  });
  return toBot(await withOwnAvatar(clock, source, copy));
}

/** A picture lies with its bot, and is erased with it. */
async function withOwnAvatar(clock: Clock, source: StoredBot, copy: StoredBot): Promise<StoredBot> {
  const prefix = `${environment('APP_ORIGIN')}/${avatarPrefix(source.widgetId)}`;
  const { avatarUrl } = source.config;
  if (!avatarUrl?.startsWith(prefix)) return copy;
  const bucket = environment('WIDGET_BUCKET');
  const key = `${avatarPrefix(copy.widgetId)}${avatarUrl.slice(prefix.length)}`;
  await copyObject({ bucket, key: avatarUrl.slice(`${environment('APP_ORIGIN')}/`.length) }, { bucket, key });
  return updateConfig(clock, copy, { avatarUrl: `${environment('APP_ORIGIN')}/${key}` });
}
