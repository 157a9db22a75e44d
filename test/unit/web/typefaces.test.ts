import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FACES, faceFile, makeFace } from '../../../web/typefaces';

it.each(FACES)('the typeface $file is the package’s, in the weights that are used', async (face) => {
  expect(Buffer.compare(await makeFace(face), await readFile(faceFile(face)))).toBe(0);
});
