import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Build } from './about-build';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const LANGUAGES = ['en', 'de'] as const;

/** Writes sw.js beside the finished build, whose files it knows by name. */
export async function buildServiceWorker(outDir: string): Promise<void> {
  await writeFile(path.join(outDir, 'sw.js'), await workerOf(outDir));
}

async function workerOf(outDir: string): Promise<string> {
  const html = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  const [, entry] = /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html) ?? [];
  if (!entry) throw new Error('The built page names no entry.');
  const about = {
    entry,
    shell: [
      ...new Set(
        [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+|\/theme\.js)"/g)].map(([, file]) => file ?? ''),
      ),
    ],
    files: readdirSync(path.join(outDir, 'assets'))
      .filter((file) => !file.endsWith('.map'))
      .map((file) => `/assets/${file}`)
      .sort(),
    offline: Object.fromEntries(
      LANGUAGES.map((language) => [language, offlinePage(language)]),
    ) as Build['offline'],
  };
  const code = readFileSync(path.join(HERE, 'worker.ts'));
  const version = createHash('sha256')
    .update(code)
    .update(html)
    .update(JSON.stringify(about))
    .digest('hex')
    .slice(0, 12);
  const { outputFiles } = await build({
    entryPoints: [path.join(HERE, 'worker.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    define: { BUILD: JSON.stringify({ version, ...about } satisfies Build) },
  });
  return outputFiles[0]?.text ?? '';
}

/** For who comes for the first time and has no network: nothing is stored that could be shown. */
function offlinePage(language: (typeof LANGUAGES)[number]): string {
  const texts = (namespace: string) =>
    JSON.parse(readFileSync(path.join(HERE, `../public/locales/${language}/${namespace}.json`), 'utf8'));
  const { title, text } = texts('errorPages').offline;
  return (
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<title>${title} · Parley</title><style>body{font:1.0625rem/1.55 system-ui,sans-serif;margin:0;` +
    'min-height:100dvh;display:grid;place-content:center;padding:1.5rem;text-align:center}main{max-width:34rem}</style>' +
    `<main><h1>${title}</h1><p>${text}</p><p><a href="">${texts('common').tryAgain}</a></p></main>` +
    "<script>addEventListener('online',()=>location.reload())</script></html>"
  );
}
