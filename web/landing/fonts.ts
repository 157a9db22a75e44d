/**
 * The brand's two typefaces for the landing page: those letters of them that it writes. They are fetched with the page
 * and never change what is painted (`optional`): where they come too late this view keeps the reader's own face, drawn
 * as wide and as high, and the next one has them.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

export interface Fonts {
  /** The rules that name the files, and the tokens that name the families, in place of the theme's. */
  readonly css: string;
  readonly files: readonly { readonly file: string; readonly content: Buffer }[];
}

interface Face {
  readonly family: string;
  readonly token: string;
  readonly file: string;
  /** Its weights here; a single one weighs less than a range. */
  readonly weights: { readonly min: number; readonly max: number };
  /** In parts of the size. */
  readonly ascent: number;
  readonly descent: number;
  /** What stands in for it, by its weights. `width` is how wide a letter of this page is there by that here. */
  readonly standIns: readonly { readonly weight: string; readonly width: Readonly<Record<System, number>> }[];
}

/** Faces of the systems that people have, by the names under which they are found. */
const SYSTEMS = {
  arial: {
    regular: ['Arial', 'Liberation Sans', 'Arimo'],
    bold: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'],
  },
  roboto: { regular: ['Roboto'], bold: ['Roboto Bold'] },
  dejavu: { regular: ['DejaVu Sans'], bold: ['DejaVu Sans Bold'] },
} as const;
type System = keyof typeof SYSTEMS;

/** Widths are means over the page's own text, of each face's advance widths. */
const FACES: readonly Face[] = [
  {
    family: 'Figtree',
    token: '--font-text',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
    ascent: 0.95,
    descent: 0.25,
    standIns: [
      { weight: '400 500', width: { arial: 1.004, roboto: 1.008, dejavu: 0.884 } },
      { weight: '550 700', width: { arial: 0.95, roboto: 1.011, dejavu: 0.797 } },
    ],
  },
  {
    family: 'Bricolage',
    token: '--font-display',
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    weights: { min: 640, max: 640 },
    ascent: 0.93,
    descent: 0.27,
    standIns: [{ weight: '640', width: { arial: 1.007, roboto: 1.07, dejavu: 0.844 } }],
  },
];

/** Both, with the letters of these texts and all that a keyboard has. */
export async function fontsFor(texts: readonly string[]): Promise<Fonts> {
  const letters = [...new Set([...texts.join(''), ...ASCII])].sort().join('');
  const made = await Promise.all(FACES.map((face) => make(face, letters)));
  return {
    css: `:root{${FACES.map(tokenOf).join('')}}${made.map(({ css }) => css).join('')}`,
    files: made.map(({ file, content }) => ({ file, content })),
  };
}

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const require = createRequire(import.meta.url);

async function make(face: Face, letters: string) {
  const { min, max } = face.weights;
  const content = await subsetFont(await readFile(require.resolve(face.file)), letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: min === max ? min : { min, max } },
  });
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  // Under a folder whose files browsers keep for good.
  const file = `assets/landing-${face.family.toLowerCase()}-${hash}.woff2`;
  const weight = min === max ? min : `${min} ${max}`;
  return {
    file,
    content,
    css: `@font-face{font-family:${face.family};src:url(/${file})format("woff2");font-weight:${weight};font-display:optional}${standIns(face)}`,
  };
}

function tokenOf({ family, token }: Face): string {
  const all = [family, ...(Object.keys(SYSTEMS) as System[]).map((system) => `${family}-${system}`)];
  return `${token}:${all.join(',')},system-ui,sans-serif;`;
}

function standIns(face: Face): string {
  return face.standIns
    .flatMap(({ weight, width }) =>
      (Object.keys(SYSTEMS) as System[]).map((system) => {
        const names = SYSTEMS[system][weight === '400 500' ? 'regular' : 'bold'];
        const percent = (share: number) => `${Math.round(share * 1_000) / 10}%`;
        return `@font-face{font-family:${face.family}-${system};font-weight:${weight};src:${names
          .map((name) => `local("${name}")`)
          .join(',')};size-adjust:${percent(width[system])};ascent-override:${percent(
          face.ascent / width[system],
        )};descent-override:${percent(face.descent / width[system])};line-gap-override:0%}`;
      }),
    )
    .join('');
}
