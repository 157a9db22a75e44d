import type { BotId, WidgetId } from '#contract/base/ids';
import type { Bot, DuplicateBot } from '#contract/bots/bots';
import { assertRoom } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { loadBot, toBot } from '#core/bots/bots';
import { insertBot } from '#core/bots/create-bot';
import { publishBot } from '#core/bots/publish-bot';
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
 * the table's stream, one by one, and read again: the plan must have room for all of them. Where its address is, the
 * copy is on websites in its place at once, as it was published.
 */
export async function duplicateBot(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { name, withKnowledge, takesAddress }: DuplicateBot,
): Promise<Bot> {
  const ref = { accountId: actor.accountId, botId };
  const source = await loadBot(ref);
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
    ...(takesAddress && { inPlaceOf: source }),
  });
  if (!takesAddress) return toBot(await withOwnAvatar(clock, source.widgetId, copy));
  await publishBot(copy);
  // What lies at the address is the copy's now.
  await withOwnAvatar(clock, source.widgetId, await loadBot(ref));
  return toBot(copy);
}

/** A picture lies at its bot's address, and is erased with it: one of the address that a bot came from is copied. */
async function withOwnAvatar(clock: Clock, from: WidgetId, bot: StoredBot): Promise<StoredBot> {
  const prefix = `${environment('APP_ORIGIN')}/${avatarPrefix(from)}`;
  const { avatarUrl } = bot.config;
  if (!avatarUrl?.startsWith(prefix)) return bot;
  const bucket = environment('WIDGET_BUCKET');
  const key = `${avatarPrefix(bot.widgetId)}${avatarUrl.slice(prefix.length)}`;
  await copyObject({ bucket, key: avatarUrl.slice(`${environment('APP_ORIGIN')}/`.length) }, { bucket, key });
  return updateConfig(clock, bot, { avatarUrl: `${environment('APP_ORIGIN')}/${key}` });
}
