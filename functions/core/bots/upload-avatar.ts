import { createHash } from 'node:crypto';
import type { BotId } from '#contract/base/ids';
import { AVATAR, type Avatar, type UploadAvatar } from '#contract/bots/bots';
import type { Actor } from '#platform/actor';
import { putObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { loadBot } from './bots';
import { type Picture, readPicture } from './picture';

/**
 * Stores a picture where the widget is served from, under a name by its content: it never changes, and the same
 * picture again is the same. Throws `avatar.invalid` for what is none, or too large.
 */
export async function uploadAvatar(
  { accountId }: Actor,
  botId: BotId,
  { data }: UploadAvatar,
): Promise<Avatar> {
  const bot = await loadBot({ accountId, botId });
  const bytes = Buffer.from(data, 'base64');
  const picture = bytes.length <= AVATAR.maxBytes ? readPicture(bytes) : null;
  if (!picture || !isOfSize(picture)) throw new ParleyError('avatar.invalid');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const key = `${avatarPrefix(bot.widgetId)}${hash}.${picture.type === 'png' ? 'png' : 'jpg'}`;
  await putObject({ bucket: environment('WIDGET_BUCKET'), key }, bytes, {
    contentType: `image/${picture.type}`,
    cacheControl: 'public, max-age=31536000, immutable',
  });
  return { url: `${environment('APP_ORIGIN')}/${key}` };
}

/** Where the pictures of a bot lie, as keys of the widget bucket. */
export function avatarPrefix(widgetId: string): string {
  return `w/${widgetId}/avatar-`;
}

function isOfSize({ width, height }: Picture): boolean {
  return width > 0 && height > 0 && width <= AVATAR.maxPixels && height <= AVATAR.maxPixels;
}
