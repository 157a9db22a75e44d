import * as z from 'zod';
import { Text } from './text';

/** Longest side of a bot's, person's or account's picture in pixels, and bytes of the file that the browser made of it. */
export const AVATAR = { maxPixels: 512, maxBytes: 200_000, recommendedPixels: 64 } as const;

/** The file itself, as the browser made it: PNG or JPEG, in base64. */
export const UploadAvatar = z.object({
  data: Text(Math.ceil((AVATAR.maxBytes * 4) / 3) + 4).check(z.base64()),
});
export type UploadAvatar = z.infer<typeof UploadAvatar>;
export const Avatar = z.object({ url: z.url() });
export type Avatar = z.infer<typeof Avatar>;
