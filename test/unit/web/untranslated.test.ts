import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Attributes and properties that a person reads or hears. */
const SPOKEN = new Set([
  'aria-label',
  'ariaLabel',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'innerText',
  'textContent',
]);

/** Words that are the same in every language, or stand beside their translation. */
const SAME_EVERYWHERE = /^\P{L}*(Parley|PDF|DOCX|TXT|MD|https?:\/\/\S*)\P{L}*$/u;
const BRINGS_BOTH_LANGUAGES = [
  'web/src/app/StartFailed.tsx',
  'widget/src/loader.ts',
  'widget/src/strings.ts',
];

describe('text in the code', () => {
  it.each(['web/src', 'widget/src'])('is translated: %s', (folder) => {
    const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`)
      .filter((file) => !BRINGS_BOTH_LANGUAGES.includes(file))
      .flatMap((file) => untranslated(readFileSync(join(root, file), 'utf8'), file));
    expect(found).toEqual([]);
  });

  it.each([
    ['between tags', 'const a = <p>Hello there</p>'],
    ['in braces', "const a = <p>{'Hello'}</p>"],
    ['chosen', "const a = <p>{busy ? 'Wait' : null}</p>"],
    ['beside another', "const a = <p>{name && 'Hello'}</p>"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['composed', 'const a = <p>{`Hello ${name}`}</p>'],
    ['of an attribute', 'const a = <button aria-label="Close" />'],
    ['of an attribute in braces', "const a = <img alt={'A cat'} />"],
    ['of an element', "element.textContent = 'Hello'"],
    ['set on an element', "element.setAttribute('aria-label', 'Close')"],
    ['of properties', "create('button', { title: 'Close' })"],
  ])('is found %s', (_, code) => {
    expect(untranslated(code, 'x.tsx')).toHaveLength(1);
  });

  it.each([
    ['signs', 'const a = <p>· … 12 – {name}</p>'],
    ['the name', 'const a = <title>Parley</title>'],
    ['keys', "const a = <p title={t('common:close')}>{t('common:close')}</p>"],
    ['what nobody reads', 'const a = <p className="big" role="alert" id="x" />'],
  ])('is not seen in %s', (_, code) => {
    expect(untranslated(code, 'x.tsx')).toEqual([]);
  });
});

type Node = { readonly type?: string; readonly [key: string]: unknown };

/** Texts of a file that people would read as they are written there. */
function untranslated(code: string, file: string): string[] {
  const found: string[] = [];
  const report = (text: string) => {
    const words = text.replace(/&\w+;/g, ' ').trim();
    if (/\p{L}{2}/u.test(words) && !SAME_EVERYWHERE.test(words)) found.push(`${file}: ${words}`);
  };
  walk(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as Node, (node) => {
    switch (node.type) {
      case 'JSXText':
        return report(String(node.value));
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of node.children as Node[])
          if (child.type === 'JSXExpressionContainer') literalsOf(child.expression as Node).forEach(report);
        return;
      case 'JSXAttribute':
        if (SPOKEN.has(nameOf(node.name as Node))) literalsOf(node.value as Node | null).forEach(report);
        return;
      case 'AssignmentExpression': {
        const target = node.left as Node;
        if (target.type === 'MemberExpression' && SPOKEN.has(nameOf(target.property as Node)))
          literalsOf(node.right as Node).forEach(report);
        return;
      }
      case 'KeyValueProperty': {
        const name = nameOf(node.key as Node);
        // What a heading or a label is in data is a key of a text.
        if (SPOKEN.has(name))
          literalsOf(node.value as Node)
            .filter((text) => !isKey(text))
            .forEach(report);
        return;
      }
      case 'CallExpression': {
        const [name, value] = (node.arguments as { readonly expression: Node }[]).map(
          (each) => each.expression,
        );
        const isSet = nameOf((node.callee as Node).property as Node) === 'setAttribute';
        if (isSet && SPOKEN.has(String(name?.value))) literalsOf(value).forEach(report);
      }
    }
  });
  return found;
}

function isKey(text: string): boolean {
  return /^[\w-]+:[\w.-]+$/.test(text);
}

function nameOf(node: Node | undefined): string {
  return String(node?.value ?? '');
}

/** The texts that an expression may be, through choices; what a call makes of its arguments is the call's affair. */
function literalsOf(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'StringLiteral':
      return isKey(String(node.value)) ? [] : [String(node.value)];
    case 'TemplateLiteral':
      return (node.quasis as { readonly raw: string }[])
        .map(({ raw }) => raw)
        .filter((raw) => !/:[\w.]*$/.test(raw));
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
      return literalsOf(node.expression as Node);
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)];
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(String(node.operator))
        ? [...literalsOf(node.left as Node), ...literalsOf(node.right as Node)]
        : [];
    default:
      return [];
  }
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node !== null && typeof node === 'object') {
    visit(node as Node);
    for (const each of Object.values(node)) walk(each, visit);
  }
}
