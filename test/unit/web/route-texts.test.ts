import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { EVERYWHERE } from '#i18n/everywhere';

const WEB = join(import.meta.dirname, '../../../web');
const SRC = join(WEB, 'src');
const NAMESPACES = readdirSync(join(WEB, 'public/locales/en')).map((file) => file.replace('.json', ''));
const ROUTES = ['guarded-routes.tsx', 'public-routes.tsx', 'auth-routes.tsx'].map((file) =>
  join(SRC, 'app', file),
);

// A page that asks for a text of a namespace that its route does not load shows the text's name, until another page loads it.
test('each route loads the namespaces of all texts that its code names', () => {
  const pages = ROUTES.flatMap(pagesOf);
  expect(pages.length).toBeGreaterThan(30);
  const lacking = pages.flatMap(({ path, file, namespaces }) =>
    [...namespacesOf(file)]
      .filter(([namespace]) => !namespaces.includes(namespace))
      .map(([namespace, where]) => `/${path} names ${namespace} in ${relative(SRC, where)}`),
  );
  expect(lacking).toEqual([]);
});

interface Page {
  readonly path: string;
  readonly file: string;
  /** Of the route and those around it. */
  readonly namespaces: readonly string[];
}
type Node = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** The pages in a file of routes: what `page([namespaces], () => import(file))` says of each, by the tree of routes. */
function pagesOf(file: string): readonly Page[] {
  const source = readFileSync(file, 'utf8');
  const constants = new Map<string, Loaded>();
  const found: Page[] = [];
  const visit = (node: unknown, around: readonly string[]): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, around);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, ...rest } = node as Node;
    if (type === 'VariableDeclarator') {
      const loaded = loadedBy(rest.init as Node, constants);
      if (loaded) constants.set((rest.id as { value: string }).value, loaded);
    }
    if (type !== 'ObjectExpression') return void visit(Object.values(rest), around);
    const properties = new Map(
      (rest.properties as { key?: { value: string }; value: Node }[]).map(({ key, value }) => [
        key?.value,
        value,
      ]),
    );
    const loaded = loadedBy(properties.get('lazy'), constants);
    const namespaces = [...around, ...(loaded?.namespaces ?? [])];
    const path = properties.get('path')?.value;
    const target = loaded?.module && resolved(file, loaded.module);
    if (target && typeof path === 'string') found.push({ path, file: target, namespaces });
    visit([...properties.values()], namespaces);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: true }).body, EVERYWHERE);
  return found;
}

interface Loaded {
  readonly namespaces: readonly string[];
  readonly module: string | undefined;
}

function loadedBy(node: Node | undefined, constants: ReadonlyMap<string, Loaded>): Loaded | undefined {
  if (node?.type === 'Identifier') return constants.get(node.value as string);
  if (node?.type !== 'CallExpression' || (node.callee as Node).value !== 'page') return undefined;
  const text = JSON.stringify(node.arguments);
  const [list] = node.arguments as { expression: { elements: { expression: { value: string } }[] } }[];
  const imported = /"callee":\{"type":"Import".*?\},"arguments":\[.*?"value":"([^"]+)"/.exec(text);
  return {
    namespaces: list?.expression.elements.map(({ expression }) => expression.value) ?? [],
    module: imported?.[1],
  };
}

/** The namespaces that a module and what it imports name, and where first; what loads texts itself is left to itself. */
function namespacesOf(entry: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, namespace = ''] of source.matchAll(/['"`](\w+):[a-zA-Z$]/g))
      if (NAMESPACES.includes(namespace) && !named.has(namespace)) named.set(namespace, file);
    const loadsItself = /\bloadTexts\(/.test(source);
    const imports = loadsItself
      ? /(?:^|\n)(?:import|export)\s(?!type\b)[^;]*?from\s+'([^']+)'/g
      : /(?:(?:^|\n)(?:import|export)\s(?!type\b)[^;]*?from\s+|\bimport\()'([^']+)'/g;
    for (const [, specifier = ''] of source.matchAll(imports)) {
      const target = resolved(file, specifier);
      if (target) visit(target);
    }
  };
  visit(entry);
  return named;
}

function resolved(from: string, specifier: string): string | undefined {
  const alias = /^#(features|components|app|lib|i18n|theme)\//.exec(specifier);
  if (!alias && !specifier.startsWith('.')) return undefined;
  const base = alias ? join(SRC, specifier.slice(1)) : join(dirname(from), specifier);
  return [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}
