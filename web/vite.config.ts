import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { ROUTE_FILE, withoutSummaries } from '../bin/build/route-summaries';
import { withoutUnusedStyles } from './unused-styles';

const here = (path: string) => new URL(path, import.meta.url).pathname;

/** A module's exports as functions that do nothing: for what is called while a module loads, and then never used. */
const idle = (code: string) =>
  [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
    .map(([, name]) => `export const ${name} = () => undefined;`)
    .join('\n');

/** What libraries bring along and no page runs: by the end of a module's path, what stands in its place. */
const UNUSED: Readonly<Record<string, (code: string) => string>> = {
  // Makes a style sheet of all design tokens, for a theme provider that would write it at run time. Ours are in
  // theme/tokens.css, and the content security policy forbids such a sheet.
  '/@aws-amplify/ui/dist/esm/theme/createTheme/createTheme.mjs': () => `
    import { breakpoints } from '../breakpoints.mjs';
    const theme = { name: '', tokens: {}, breakpoints, cssText: '', containerProps: () => ({}), overrides: [] };
    export const createTheme = () => theme;`,
  '/@aws-amplify/ui/dist/esm/theme/tokens/index.mjs': () =>
    'export const tokens = {}; export const reactNativeTokens = {};',
  '/@aws-amplify/ui/dist/esm/theme/defaultDarkModeOverride.mjs': () =>
    'export const defaultDarkModeOverride = {}; export const reactNativeDarkTokens = {};',
  // Makes names for tokens, of which there are none then.
  '/lodash/kebabCase.js': () => 'module.exports = String;',
  // Reads the files of Amplify's command line; lib/auth.ts says it in the format that needs no reading.
  '/@aws-amplify/core/dist/esm/utils/parseAmplifyConfig.mjs': () =>
    'export const parseAmplifyConfig = (config) => config;',
  // Schemas describe themselves on the server only.
  '/zod/v4/core/json-schema-processors.js': idle,
  '/zod/v4/core/to-json-schema.js': idle,
  // What is wrong with a value is told by its code, in the reader's language.
  '/zod/v4/locales/en.js': () => 'export default () => ({});',
};

const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  transform(code, id) {
    const path = Object.keys(UNUSED).find((end) => id.endsWith(end));
    return path ? { code: UNUSED[path]?.(code) ?? code, map: null } : null;
  },
};

/** What the API document says of a route, nobody reads in a browser. */
const plainRoutes: Plugin = {
  name: 'plain-routes',
  enforce: 'pre',
  transform: (code, id) => (ROUTE_FILE.test(id) ? { code: withoutSummaries(code), map: null } : null),
};

/** What every page stands on. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|use-sync-external-store)\//;
/** Small parts that many pages share, none of which brings a library along that a page may do without. */
const PARTS =
  /web\/src\/(components\/(?!RoleBadge|Feedback)[A-Z]|i18n|theme|lib\/(config|hosts|storage|preferences|consent|api-error|session-end|return-path|use-title|handoff)\.)|lucide-react/;
/** What runs before any page does, and what each may need at once: no page is shown without it. */
const START =
  /package\.json|vite\/preload-helper|web\/src\/(app\/(AreaLoading|ErrorScreen|PageFailed)|lib\/(service-worker|reload-once|version|build|updates|unsaved|watch-errors|session-fragment|choices|error-kind|handoff|base64-json)|components\/(form\/form\.module|toasts|Sentence|LanguageSwitch|use-language-choice|errors\/Error(Screen|Card)|consent\/lazy-consent))\.|lucide-react\/.*\/(sparkles|file-text)\./;
/** What keeps a session, for signing in as for every page behind it. */
const SESSION =
  /node_modules\/(@aws-amplify|aws-amplify|@smithy|@aws-crypto|tslib|js-cookie|uuid)\/|web\/src\/lib\/auth\./;
/** What is sent over the wire and holds it to its form: every page behind the sign-in speaks with the server. */
const CONTRACT = /node_modules\/zod\/|functions\/contract\/|web\/src\/lib\/api\./;
/** Forms that are judged as they are filled in. */
const FORM =
  /node_modules\/(react-hook-form|@hookform)\/|web\/src\/(components\/form\/Form|lib\/(form-errors|email))\./;
/** What signing in shows: one request in place of ten. */
const SIGNING_IN =
  /web\/src\/(app\/Auth(Layout|Gate)|components\/SampleAnswer|features\/auth\/(?!components\/(ConfirmPage|ResetPasswordPage|DeadLink)|mailed-code|hooks\/useMailedCode|api\/(confirm-sign-up|reset-password)))/;
/** What the table of documents shares with its dialogs, which come when they are opened. */
const KNOWLEDGE =
  /web\/src\/features\/knowledge\/(api\/sites|document-cache|components\/(FileMark|[a-z]+\.module))\./;
/** What every page of who is signed in stands on besides, and no other page: one request in place of twenty. */
const SIGNED_IN =
  /node_modules\/@tanstack\/|web\/src\/(app\/(SignedInArea|SignedInFrame|AppShell|AccountMenu|MenuDialog|NavItem|LiveProvider|AuthProvider|navigation|TitleAnnouncer|ProfileDeferredScreen|use-look|useWaitingConversations|ContinueAs|SessionFailed|use-page-focus)|lib\/(live|live-context|connection|load-me|query-client|query-keys|plan-room|plan-texts|session|permissions|embed|initials|hand-session)\.|theme\/theme\.|features\/bots\/(api\/get-bot\.|hooks\/useBot\.|components\/(BotLayout|bots\.module))|components\/(errors\/LoadFailed|StatusPill|BotStatusPill|BotList|FloatingAction|NewBotAction|RoleBadge|ConnectionNotice|Avatar)\.)|lucide-react\/.*\/(messages-square|cloud-off|user-round-cog|moon|sun|layout-template|layout-dashboard|upload|pencil|refresh-cw|shield-check|square-terminal|menu)\./;

export default defineConfig(({ command }) => {
  // Started by something that runs as `test` or `development`, a build would carry React's development code.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: here('.'),
    publicDir: here('public'),
    plugins: [withoutUnused, plainRoutes, react()],
    css: { modules: { localsConvention: 'camelCaseOnly' }, postcss: { plugins: [withoutUnusedStyles] } },
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      // The first browsers that know light-dark(), on which the theme stands.
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      // A data: address would need its own exception in the content security policy.
      assetsInlineLimit: 0,
      // Chunks are preloaded by their import; the polyfill would be an inline script.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Which file an entry loads: the size budgets are measured by it.
      manifest: true,
      // A file for each part would be seventy more requests and 20 kB: what is alike compresses well together.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: BASE },
              { name: 'parts', test: PARTS, minShareCount: 6 },
              { name: 'signing-in', test: SIGNING_IN, includeDependenciesRecursively: false },
              { name: 'knowledge', test: KNOWLEDGE, includeDependenciesRecursively: false },
              { name: 'signed-in', test: SIGNED_IN, includeDependenciesRecursively: false },
              { name: 'start', test: START, includeDependenciesRecursively: false },
              // What only some of them need stays with those.
              { name: 'session', test: SESSION, minShareCount: 4, includeDependenciesRecursively: false },
              { name: 'contract', test: CONTRACT, minShareCount: 8, includeDependenciesRecursively: false },
              { name: 'form', test: FORM, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  };
});
