import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** In bytes; those of scripts and styles as they are sent, compressed with brotli. */
export const SIZE_BUDGETS = {
  widget: { loader: 1_536, firstAnswer: 16 * 1_024, part: 8 * 1_024 },
  /**
   * The landing page with all of its first view, 14 kB; then the brand's two typefaces follow, each letter of it in two
   * faces, which costs as much again and spares the first click a change of typeface.
   *
   * `firstOpen`: all that a browser without anything of it loads for a page, typefaces and texts among it: of the pages
   * that one works in all day, and of the others that only a person sees who has signed in.
   */
  web: {
    landing: 14_000,
    landingFonts: 29_000,
    signIn: 220_000,
    firstOpen: {
      dashboard: { files: 30, bytes: 250_000 },
      inbox: { files: 42, bytes: 275_000 },
    },
    shell: 300_000,
    styles: 35_000,
  },
  /**
   * Unpacked code of a function. A sign that it carries something by accident: what people wait for is the time that
   * it takes to import (`importBudget`). The design says 1.2 MB; what answers visitors carries the index and a
   * model's client, 1.3 MB, and lists of everyday words, 0.2 MB. What writes reports carries a writer of PDFs.
   */
  functions: {
    each: 1_600_000,
    'queue-ingest': 4_000_000,
    'queue-exports': 4_000_000,
    'http-reports': 4_000_000,
  },
} as const;

/**
 * How many times as much of a processor as a process that does nothing a function's code may take to import, where
 * somebody waits for its cold start: what was measured on a busy machine, where it is up to a fifth more, with 15% of
 * room. What answers loads the index and a model's client; reports load a writer of PDFs.
 */
const IMPORT_BUDGETS = {
  each: 5.5,
  'http-messages': 7.5,
  'http-questions': 7,
  'http-retrieval': 7,
  'socket-answer': 7,
  'http-reports': 9,
} as const;

export function importBudget(bundle: string): number {
  return budgetIn(IMPORT_BUDGETS, bundle);
}

export function functionBudget(bundle: string): number {
  return budgetIn(SIZE_BUDGETS.functions, bundle);
}

function budgetIn({ each, ...own }: { readonly each: number }, bundle: string): number {
  return (own as Readonly<Record<string, number>>)[bundle] ?? each;
}

export interface WidgetSizes {
  readonly loader: number;
  /** Loader and chat, in the larger of the languages. */
  readonly firstAnswer: number;
  /** Each part that is loaded later, by its name, in the larger of the languages. */
  readonly parts: ReadonlyMap<string, number>;
}

/** Of a built widget: a visitor loads one language of it. */
export function widgetSizes(folder: string): WidgetSizes {
  const code = readFileSync(path.join(folder, 'widget.js'), 'utf8');
  const loader = compressed(path.join(folder, 'widget.js'));
  const files = readdirSync(path.join(folder, 'w'));
  const sizeOf = (file: string) => compressed(path.join(folder, 'w', file));
  const chats = files.filter((file) => code.includes(file));
  if (chats.length === 0) throw new Error('The loader names no file to load.');
  const parts = new Map<string, number>();
  for (const file of files.filter((name) => !chats.includes(name))) {
    const [part = ''] = file.split('.');
    parts.set(part, Math.max(parts.get(part) ?? 0, sizeOf(file)));
  }
  return { loader, firstAnswer: loader + Math.max(...chats.map(sizeOf)), parts };
}

/** Of the typefaces that follow the landing page; they are compressed already. */
export function landingFontsSize(site: string): number {
  const folder = path.join(site, 'assets');
  return readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
}

/** Of the landing page in its larger language, with all that a first view loads, compressed as hastily as an edge does. */
export function landingSize(site: string, web: string): number {
  const hasty = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const sizeOf = (file: string) => brotliCompressSync(readFileSync(file), hasty).length;
  const pages = ['en', 'de'].map((language) => sizeOf(path.join(site, 'landing', `${language}.html`)));
  const icons = ['favicon.svg', 'manifest.webmanifest'].map((file) => sizeOf(path.join(web, file)));
  return icons.reduce((sum, size) => sum + size, Math.max(...pages));
}

/** Code that a function consists of: its bundle, and what runs beside it. */
export function functionSize(functions: string, bundle: string): number {
  return readdirSync(path.join(functions, bundle))
    .filter((file) => file.endsWith('.cjs'))
    .reduce((sum, file) => sum + statSync(path.join(functions, bundle, file)).size, 0);
}

/** Modules that a page of the dashboard is made of, besides the entry. */
export const PAGES = {
  signIn: [
    'src/app/AuthLayout.tsx',
    'src/app/AuthGate.tsx',
    'src/features/accounts/auth/components/AuthScreen.tsx',
  ],
  overview: ['src/app/SignedInArea.tsx', 'src/features/insight/dashboard/components/DashboardPage.tsx'],
  knowledge: [
    'src/app/SignedInArea.tsx',
    'src/features/bots/components/BotLayout.tsx',
    'src/features/knowledge/components/KnowledgePage.tsx',
  ],
  settings: [
    'src/app/SignedInArea.tsx',
    'src/features/bots/components/BotLayout.tsx',
    'src/features/bots/components/BotSettings.tsx',
  ],
  profile: ['src/app/SignedInArea.tsx', 'src/features/accounts/profile/components/ProfilePage.tsx'],
  templates: ['src/app/SignedInArea.tsx', 'src/features/lifecycle/templates/components/TemplatesPage.tsx'],
  template: ['src/app/SignedInArea.tsx', 'src/features/lifecycle/templates/components/TemplatePage.tsx'],
  conversations: ['src/app/SignedInArea.tsx', 'src/features/conversations/components/InboxPage.tsx'],
} as const satisfies Record<string, readonly string[]>;

/** The flow builder: its canvas is a library of its own, which no other page loads. */
const BUILDER = [
  'src/app/SignedInArea.tsx',
  'src/features/bots/components/BotLayout.tsx',
  'src/features/bots/flows/components/FlowPage.tsx',
];

/** What comes behind each page that is opened for the first time: the account's menu, and what may be stored. */
const BEHIND = ['src/app/AccountPanel.tsx', 'src/components/consent/ConsentBanner.tsx'] as const;

/** Pages that one works in all day: what they load before anything is asked of them. */
const FIRST_OPENS = {
  dashboard: { modules: [...PAGES.overview, ...BEHIND], texts: ['dashboard', 'consent'] },
  inbox: { modules: [...PAGES.conversations, ...BEHIND], texts: ['conversations', 'consent'] },
} as const;

/** What every document of the dashboard names beside its scripts. */
const DOCUMENT = ['index.html', 'theme.js', 'favicon.svg', 'manifest.webmanifest'];
/** `config.json`, which the stage writes. */
const ELSEWHERE = 1;
/** Those that a page in English or German is written in. */
const TYPEFACES = /^(figtree-400-700|bricolage-640)-/;

/** Pages that only who has signed in sees. */
export const SIGNED_IN_PAGES = [
  'overview',
  'knowledge',
  'settings',
  'profile',
  'templates',
  'template',
  'conversations',
] as const satisfies (keyof typeof PAGES)[];

export interface PageSize {
  readonly scripts: number;
  readonly styles: number;
}

export interface FirstOpen {
  readonly files: number;
  readonly bytes: number;
}

export interface DashboardSizes {
  /** The entry, these modules and all they import before they run. */
  of(modules: readonly string[]): PageSize;
  /** The same with the document, what it names, the typefaces and the texts of the page in the larger language. */
  firstOpen(page: keyof typeof FIRST_OPENS): FirstOpen;
  /** Of the page that needs the most: pages are added, and nobody loads all of them at once. */
  readonly styles: number;
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Sizes of a built dashboard, by what its manifest says that a page loads. */
export function dashboardSizes(folder: string): DashboardSizes {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const sizes = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const size = sizes.get(file) ?? compressed(path.join(folder, file));
    sizes.set(file, size);
    return size;
  };
  const filesOf = (modules: readonly string[]): ReadonlySet<string> => {
    const files = new Set<string>();
    const visit = (name: string) => {
      const chunk = manifest[name];
      if (!chunk) throw new Error(`The build has no ${name}`);
      if (files.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    for (const name of ['index.html', ...modules]) visit(name);
    return files;
  };
  const of = (modules: readonly string[]): PageSize => {
    const files = filesOf(modules);
    const size = { scripts: 0, styles: 0 };
    for (const file of files) size[file.endsWith('.css') ? 'styles' : 'scripts'] += sizeOf(file);
    return size;
  };
  const pages: readonly (readonly string[])[] = [...Object.values(PAGES), BUILDER];
  const firstOpen = (page: keyof typeof FIRST_OPENS): FirstOpen => {
    const { modules, texts } = FIRST_OPENS[page];
    const typefaces = readdirSync(path.join(folder, 'assets')).filter((file) => TYPEFACES.test(file));
    const named = [...DOCUMENT, ...filesOf(modules), ...typefaces.map((file) => `assets/${file}`)];
    const words = ['en', 'de'].map((language) =>
      ['start', ...texts].map((name) => `locales/${language}/${name}.json`),
    );
    const bytes = (files: readonly string[]) =>
      files.reduce(
        (sum, file) =>
          sum + (file.endsWith('.woff2') ? statSync(path.join(folder, file)).size : sizeOf(file)),
        0,
      );
    return {
      files: named.length + 1 + texts.length + ELSEWHERE,
      bytes: bytes(named) + Math.max(...words.map(bytes)),
    };
  };
  return { of, firstOpen, styles: Math.max(...pages.map((modules) => of(modules).styles)) };
}

function compressed(file: string): number {
  return brotliCompressSync(readFileSync(file)).length;
}
