import { AVATAR } from '#contract/base/avatar';

/** No picture, or one that this browser can't read. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage';
}

/** Twice what is recommended: sharp on screens with two pixels a point. */
export const SIDE = AVATAR.recommendedPixels * 2;

/**
 * Makes the square picture that is uploaded of whatever the person chose: its middle, as small as it is shown. A PNG,
 * which keeps what is transparent: at this size none is larger than is taken. In base64.
 */
export async function avatarImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnreadableImage();
  });
  const cut = squareIn(picture.width, picture.height);
  const side = Math.min(SIDE, cut.side);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context || cut.side === 0) throw new UnreadableImage();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, cut.left, cut.top, cut.side, cut.side, 0, 0, side, side);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new UnreadableImage();
  return toBase64(new Uint8Array(await blob.arrayBuffer()));
}

/** The largest square in the middle of a picture. */
export function squareIn(width: number, height: number) {
  const side = Math.min(width, height);
  return { side, left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2) };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
