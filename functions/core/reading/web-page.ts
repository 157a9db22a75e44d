import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { existsOne, filter, findOne, removeElement, textContent } from 'domutils';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import type { TextLanguage } from '#core/text/text-language';
import type { Block } from './block';
import { nodesOf } from './html';
import { parseMarkup } from './markup';
import { cleanText } from './normalise';
import { toBlocks } from './tree';

/** What a page of a website says of itself, and what it says to its readers. */
export interface WebPage {
  /** Without the website's name behind it. */
  readonly title: string | null;
  /** As its markup has it. */
  readonly language: TextLanguage | null;
  /** As it stands there: relative to `base`. */
  readonly canonical: string | null;
  /** What relative addresses of the page begin at, as it stands there. */
  readonly base: string | null;
  /** Whether it asks not to be found. */
  readonly noindex: boolean;
  /** As they stand there. */
  readonly links: readonly string[];
  /** Its content, without what stands on every page: navigation, footers, banners. */
  readonly blocks: readonly Block[];
}

const MOST_LINKS = 5_000;

/** Reads a page as its author meant it. Parses only: nothing of it runs, and nothing is fetched. */
export function readWebPage(html: string): WebPage {
  const document = parseMarkup(html, 'html');
  const attribute = (test: (element: Element) => boolean, name: string) =>
    findOne(test, document.children)?.attribs[name]?.trim() || null;
  const meta = (names: readonly string[]) =>
    attribute(
      ({ name, attribs }) =>
        name === 'meta' && names.includes((attribs.name ?? attribs.property ?? '').toLowerCase()),
      'content',
    );
  const links = filter((node) => isTag(node) && isFollowed(node), document, true, MOST_LINKS)
    .filter(isTag)
    .map(({ attribs }) => attribs.href?.trim() ?? '');
  const about = {
    language: languageOf(attribute(({ name }) => name === 'html', 'lang')),
    canonical: attribute(
      ({ name, attribs }) =>
        name === 'link' && (attribs.rel ?? '').toLowerCase().split(/\s+/).includes('canonical'),
      'href',
    ),
    base: attribute(({ name }) => name === 'base', 'href'),
    noindex: /\b(noindex|none)\b/i.test(meta(['robots', 'parleybot']) ?? ''),
    links: links.filter((href) => href !== ''),
  };
  const named = titleOf(document, meta(['og:site_name']));
  const blocks = toBlocks(nodesOf(contentOf(document)));
  const firstHeading = blocks.find(({ kind, level }) => kind === 'heading' && level === 1);
  const title = named ?? firstHeading?.text ?? null;
  return {
    ...about,
    title,
    // What stands under it is found by what the page is about.
    blocks:
      title !== null && blocks.length > 0 && !firstHeading
        ? [{ kind: 'heading', text: title, level: 1, page: null }, ...blocks]
        : blocks,
  };
}

function isFollowed({ name, attribs }: Element): boolean {
  return name === 'a' && !!attribs.href && !/\bnofollow\b/i.test(attribs.rel ?? '');
}

function languageOf(lang: string | null): TextLanguage | null {
  const [primary] = (lang ?? '').toLowerCase().split(/[-_]/);
  return primary !== undefined && Object.hasOwn(LEXICONS, primary) ? (primary as TextLanguage) : null;
}

/** `Delivery – Birkenhof` is called `Delivery` on the website of Birkenhof. */
function titleOf(document: Document, siteName: string | null): string | null {
  const element = findOne(
    // Pictures have titles too.
    ({ name, parent }) => name === 'title' && !(parent && isTag(parent) && parent.name === 'svg'),
    document.children,
  );
  const title = element ? cleanText(textContent(element)) : '';
  const site = cleanText(siteName ?? '');
  if (site === '' || !title.endsWith(site)) return title || null;
  return title.slice(0, -site.length).replace(/\s*[-–—|·:•»]\s*$/, '') || title;
}

/** What is never read. */
const SILENT = new Set(
  'script style noscript template svg math iframe object embed canvas video audio map select textarea input datalist option progress meter'.split(
    ' ',
  ),
);
const FRAMES = new Set(['nav', 'footer', 'aside', 'dialog', 'menu']);
const FRAME_ROLES = new Set(
  'navigation banner contentinfo complementary search menu menubar dialog alertdialog toolbar'.split(' '),
);
/** By what authors call them. */
const NEVER_CONTENT =
  /(?:^|[-_\s])(?:cookies?|consent|gdpr|breadcrumbs?|skip-?links?|pagination|pager|newsletter|subscribe|social|sharing|share-buttons|popup|visually-hidden|sr-only)(?:[-_\s]|$)/i;
/** The same where it is hardly more than links: a restaurant's menu is what its visitors ask about. */
const SELDOM_CONTENT =
  /(?:^|[-_\s])(?:menu|nav|navbar|navigation|sidebar|footer|header|masthead|related|toc|tags?|links?)(?:[-_\s]|$)/i;

/** The part of a page that is its own. What is around it is taken out of the tree. */
function contentOf(document: Document): Document | Element {
  const body = findOne(({ name }) => name === 'body', document.children) ?? document;
  const sizes = new Map<ChildNode | Document, Size>();
  const all = measure(body, sizes);
  const revealed = revealedIn(document);
  const hasOtherHeading = (element: Element) =>
    filter((node) => isTag(node) && node.name === 'h1', body).some((node) => !isWithin(node, element));
  prune(body, (element) => {
    if (SILENT.has(element.name) || isHidden(element, revealed)) return true;
    const size = sizes.get(element) ?? NOTHING;
    // Whatever it is called: without it there would be no page.
    if (size.text > all.text / 2 || isMain(element)) return false;
    // A question may be the button that shows its answer.
    if (element.name === 'button') return !isWithinHeading(element);
    if (FRAMES.has(element.name) || FRAME_ROLES.has(element.attribs.role ?? '')) return true;
    if (element.name === 'header')
      return !isWithinArticle(element) && (!hasHeading(element) || hasOtherHeading(element));
    const called = `${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`;
    return (
      NEVER_CONTENT.test(called) ||
      (isMostlyLinks(size) && (SELDOM_CONTENT.test(called) || isLinkList(element)))
    );
  });
  return mainOf(body);
}

interface Size {
  /** Characters of text, of them those of links, and how many links. */
  readonly text: number;
  readonly linked: number;
  readonly links: number;
}
const NOTHING: Size = { text: 0, linked: 0, links: 0 };

function measure(node: ChildNode | Document, sizes: Map<ChildNode | Document, Size>): Size {
  if (isText(node)) return { ...NOTHING, text: node.data.replace(/\s+/g, ' ').trim().length };
  if (!('children' in node) || (isTag(node) && SILENT.has(node.name))) return NOTHING;
  let [text, linked, links] = [0, 0, 0];
  for (const child of node.children) {
    const size = measure(child, sizes);
    text += size.text;
    linked += size.linked;
    links += size.links;
  }
  const size = isTag(node) && node.name === 'a' ? { text, linked: text, links: 1 } : { text, linked, links };
  sizes.set(node, size);
  return size;
}

function prune(parent: ParentNode, isTaken: (element: Element) => boolean): void {
  for (const child of [...parent.children]) {
    if (!isTag(child)) continue;
    if (isTaken(child)) removeElement(child);
    else prune(child, isTaken);
  }
}

/** What a click on the page shows: its answers and tabs. */
function revealedIn(document: Document): ReadonlySet<string> {
  const controls = filter(
    (node) => isTag(node) && 'aria-controls' in node.attribs,
    document,
    true,
    MOST_LINKS,
  );
  return new Set(
    controls.filter(isTag).flatMap(({ attribs }) => (attribs['aria-controls'] ?? '').split(/\s+/)),
  );
}

/** What a style says of what nobody is to see; the last is Word's own. */
const HIDES = /\bdisplay\s*:\s*none|\bvisibility\s*:\s*hidden|\bmso-hide\s*:\s*all/i;

function isHidden({ attribs }: Element, revealed: ReadonlySet<string>): boolean {
  const isOut = 'hidden' in attribs || HIDES.test(attribs.style ?? '');
  return isOut && attribs.hidden !== 'until-found' && !revealed.has(attribs.id ?? '');
}

function isMain({ name, attribs }: Element): boolean {
  return name === 'main' || name === 'article' || attribs.role === 'main' || name === 'body';
}

/** The main part, unless there is hardly anything in it: some pages have theirs beside it. */
function mainOf(body: Document | Element): Document | Element {
  const all = lengthOf(body);
  const main = findOne(({ name, attribs }) => name === 'main' || attribs.role === 'main', body.children);
  if (main && lengthOf(main) * 5 >= all) return main;
  const articles = filter((node) => isTag(node) && node.name === 'article', body).filter(isTag);
  const [only] = articles;
  return only && articles.length === 1 && lengthOf(only) * 2 >= all ? only : body;
}

function lengthOf(node: Document | Element): number {
  return textContent(node).replace(/\s+/g, ' ').length;
}

function isMostlyLinks({ text, linked }: Size): boolean {
  return text > 0 && linked / text > 0.7;
}

/** A list of short links, as stands beside and below what a page says. */
function isLinkList(element: Element): boolean {
  if (element.name !== 'ul' && element.name !== 'ol') return false;
  const texts = filter((node) => isTag(node) && node.name === 'a', element).map((link) => textContent(link));
  return texts.length >= 4 && texts.every((text) => text.trim().length < 40) && !isWithinArticle(element);
}

const isWithinArticle = (element: Element) =>
  hasAncestor(element, (above) => isMain(above) && above.name !== 'body');
const isWithinHeading = (element: Element) =>
  hasAncestor(element, ({ name }) => /^(h[1-6]|summary|dt)$/.test(name));
const isWithin = (node: ChildNode, element: Element) =>
  node === element || hasAncestor(node, (above) => above === element);
const hasHeading = (element: Element) => existsOne(({ name }) => name === 'h1', element.children);

function hasAncestor(node: ChildNode, test: (above: Element) => boolean): boolean {
  for (let above = node.parent; above; above = above.parent) if (isTag(above) && test(above)) return true;
  return false;
}
