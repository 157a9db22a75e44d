import { readFileSync } from 'node:fs';
import { type HeaderPairs, type HttpRequest, type HttpResponse, header, textResponse } from '../http';

/** Markup that is safe to put into a page. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Markup with its values escaped; a list is joined, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((markup, string, at) => markup + rendered(parts[at - 1]) + string));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function rendered(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(rendered).join('');
  return part === undefined || part === false ? '' : escapeHtml(String(part));
}

export function page(markup: Html, headers: HeaderPairs = []): HttpResponse {
  return textResponse(200, `<!doctype html>\n${markup.markup}`, [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ...headers,
  ]);
}

/** A file that lies beside the page's code. */
export function asset(url: URL, type: string): HttpResponse {
  return textResponse(200, readFileSync(url, 'utf8'), [
    ['content-type', type],
    ['cache-control', 'no-cache'],
    ['x-content-type-options', 'nosniff'],
  ]);
}

export function notFound(): HttpResponse {
  return textResponse(404, 'Not Found');
}

export type Language = 'en' | 'de';

/** The first of our languages that the reader prefers. */
export function languageOf(request: HttpRequest): Language {
  const wanted = (header(request.headers, 'accept-language') ?? '')
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .map(([name = '', quality]) => ({ name: name.split('-')[0], quality: Number(quality ?? 1) }))
    .sort((a, b) => b.quality - a.quality);
  return wanted.find(({ name }) => name === 'en' || name === 'de')?.name === 'de' ? 'de' : 'en';
}
