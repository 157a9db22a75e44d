/**
 * Builds the landing page into dist/site/landing, one file a language, from a template (`page.ts`), the texts of
 * `landing.json`, `consent.json` and `common.json`, and those tokens of the theme that it uses. Its style and two
 * scripts are inside (its fonts follow, `fonts.ts`): one runs before the first paint (scheme, notice, a chosen language, whether a session is stored:
 * `.in` shows instead of `.out`), the other does what markup can't. Questions, prices, sources and the language menu are
 * radio buttons, details and links, so it is complete without a script. The hashes of its inline code go through
 * `.inline-code.json` into the policy of `infra/stacks/edge.ts`. The edge chooses the language of `/` by
 * `Accept-Language`; `/en` and `/de` are addresses of their own. Header and footer (`frame.ts`) are those of
 * `app/PublicLayout` and `app/SiteFooter`. Full addresses are `origin.ts`'s placeholder until publishing writes the
 * stage's.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { LANGUAGES } from '#i18n/language-list';
import { fontsFor } from './fonts';
import type { InlineCode } from './head';
import { landingPage } from './page';
import { robots, robotsElsewhere, sitemap } from './robots';
import { textsOf } from './texts';
import { withTokens } from './tokens';

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** As the dashboard: the first browsers that know light-dark(). */
const TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/** What a content security policy must admit for the pages to run, as its sources. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Renders the landing page in every language into `landing/`, and what crawlers ask for. `.inline-code.json` says
 * which inline code the pages carry, for the policy that they are served with.
 */
export async function buildLanding(outdir: string): Promise<void> {
  const texts = LANGUAGES.map(({ code }) => textsOf(code, ['common', 'consent', 'landing']));
  const bare = { style: '', early: '', script: '', fonts: [] };
  const fonts = await fontsFor(texts.map((one) => wordsOf(landingPage(one, bare, '/'))));
  const code: InlineCode = {
    style: await style(fonts.css),
    early: await script('before-paint'),
    script: await script('landing'),
    fonts: fonts.files.map(({ file }) => `/${file}`),
  };
  const pages = texts.flatMap((texts) => {
    const { language } = texts;
    // At the root it is the page that has no language in its address, which is what crawlers are to be told.
    return [
      { file: path.join('landing', `${language}.html`), content: landingPage(texts, code, `/${language}`) },
      { file: path.join('landing', `root-${language}.html`), content: landingPage(texts, code, '/') },
    ];
  });
  const files = [
    ...pages,
    ...fonts.files,
    { file: 'robots.txt', content: robots() },
    { file: 'robots-elsewhere.txt', content: robotsElsewhere() },
    { file: 'sitemap.xml', content: sitemap() },
    {
      file: '.inline-code.json',
      content: JSON.stringify(inlineSources(pages.map(({ content }) => content)), null, 2),
    },
  ];
  await Promise.all(
    ['landing', 'assets'].map((folder) => mkdir(path.join(outdir, folder), { recursive: true })),
  );
  await Promise.all(files.map(({ file, content }) => writeChanged(path.join(outdir, file), content)));
}

/** What follows from a file, as the distribution from the inline code, is made anew only when it is another. */
async function writeChanged(file: string, content: string | Buffer): Promise<void> {
  const there = await readFile(file).catch(() => undefined);
  if (!there?.equals(Buffer.from(content))) await writeFile(file, content);
}

/** What a page says, without its code. */
function wordsOf(page: string): string {
  return page.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, '');
}

/** The inline code of finished pages by its hashes. Data blocks, which are no code, need no permission. */
export function inlineSources(pages: readonly string[]): InlineSources {
  const hashes = (pattern: RegExp) => [
    ...new Set(pages.flatMap((page) => [...page.matchAll(pattern)].map(([, code = '']) => source(code)))),
  ];
  return {
    scripts: hashes(/<script>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style>([\s\S]*?)<\/style>/g),
  };
}

function source(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

async function style(faces: string): Promise<string> {
  const [css, tokens] = await Promise.all([
    readFile(path.join(HERE, 'landing.css'), 'utf8'),
    readFile(path.join(HERE, '../src/theme/tokens.css'), 'utf8'),
  ]);
  const { code } = await transform(withTokens(faces + css, tokens), {
    loader: 'css',
    minify: true,
    target: TARGET,
    legalComments: 'none',
  });
  return code.trim();
}

async function script(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(HERE, 'client', `${name}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: TARGET,
    legalComments: 'none',
  });
  return (outputFiles[0]?.text ?? '').trim();
}
