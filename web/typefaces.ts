import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * The two typefaces in the weights that styles give them: with all weights that the packages have they are 24 kB more of
 * each first open. Other letters than those of Western European languages come from the packages, where a page has them.
 */
export const FACES = [
  { package: 'bricolage-grotesque', file: 'bricolage-640.woff2', weight: 640 },
  { package: 'figtree', file: 'figtree-400-700.woff2', weight: { min: 400, max: 700 } },
] as const;
type Face = (typeof FACES)[number];

const require = createRequire(import.meta.url);
/** The ranges that theme/faces.css gives them. */
const RANGES = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2193],
  [0x2212, 0x2215],
] as const;

export function faceFile({ file }: Face): string {
  return fileURLToPath(new URL(`src/theme/${file}`, import.meta.url));
}

export async function makeFace({ package: name, weight }: Face): Promise<Buffer> {
  const letters = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)),
  );
  const full = require.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  return subsetFont(await readFile(full), letters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
  });
}

// `npx tsx web/typefaces.ts` writes them anew, after a package has another.
if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const face of FACES) await writeFile(faceFile(face), await makeFace(face));
