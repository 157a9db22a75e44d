import { createHash } from 'node:crypto';
import { AVATAR, type UploadAvatar } from '#contract/base/avatar';
import { deleteObject, putObject } from '#platform/buckets';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { type Picture, readPicture } from './picture';

/**
 * Stores a picture where anybody may read it, under a name by its content: it never changes, and the same picture again
 * is the same. `prefix` is the folder of whose it is, with which it is erased. Gives its address; throws
 * `avatar.invalid` for what is none, or too large.
 */
export async function storePicture(prefix: string, { data }: UploadAvatar): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  const picture = bytes.length <= AVATAR.maxBytes ? readPicture(bytes) : null;
  if (!picture || !isOfSize(picture)) throw new ParleyError('avatar.invalid');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const key = `${prefix}${hash}.${picture.type === 'png' ? 'png' : 'jpg'}`;
  await putObject({ bucket: environment('WIDGET_BUCKET'), key }, bytes, {
    contentType: `image/${picture.type}`,
    cacheControl: 'public, max-age=31536000, immutable',
  });
  return `${environment('APP_ORIGIN')}/${key}`;
}

/** Deletes what was stored below this prefix under this address; any other address is nothing of ours. */
export async function deletePicture(prefix: string, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const origin = `${environment('APP_ORIGIN')}/`;
  if (!url.startsWith(`${origin}${prefix}`)) return;
  await deleteObject({ bucket: environment('WIDGET_BUCKET'), key: url.slice(origin.length) });
}

function isOfSize({ width, height }: Picture): boolean {
  return width > 0 && height > 0 && width <= AVATAR.maxPixels && height <= AVATAR.maxPixels;
}
