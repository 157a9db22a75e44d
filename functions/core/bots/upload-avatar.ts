import type { Avatar, UploadAvatar } from '#contract/base/avatar';
import type { BotId } from '#contract/base/ids';
import { storePicture } from '#core/base/pictures/store-picture';
import type { Actor } from '#platform/actor';
import { loadBot } from './bots';

/** Stores a picture for a bot; its draft takes it by the address. */
export async function uploadAvatar({ accountId }: Actor, botId: BotId, input: UploadAvatar): Promise<Avatar> {
  const bot = await loadBot({ accountId, botId });
  return { url: await storePicture(avatarPrefix(bot.widgetId), input) };
}

/** Where the pictures of a bot lie, as keys of the widget bucket. */
export function avatarPrefix(widgetId: string): string {
  return `w/${widgetId}/avatar-`;
}
