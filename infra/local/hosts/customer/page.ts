import { escapeHtml, Html, html, type Language } from '../html';
import { ARTICLES, confirmationTag } from './articles';
import { ATTRIBUTES } from './embed';
import { PICTURES } from './pictures';
import { STRINGS } from './strings';

export interface ShopView {
  /** Origin that serves the widget. */
  readonly app: string;
  readonly strict: boolean;
  /** What confirms whose website it is. */
  readonly token: string | undefined;
  /** `widget` and the embed code's other attributes; undefined when no bot was named. */
  readonly embed: Readonly<Record<string, string>> | undefined;
  /** What was pasted and is no embed code. */
  readonly rejected: string | undefined;
}

export function shopPage(language: Language, view: ShopView): Html {
  const strings = STRINGS[language];
  const price = new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-IE', {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  });
  return html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Birkenhof – ${strings.claim}</title>
<meta name="description" content="${strings.lead}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop.css">
${confirmationTag(view.token)}
${view.embed && scriptTag(view.app, view.embed)}
</head>
<body>
${!view.embed && setup(language, view)}
<header class="top">
  <a class="logo" href="#">${PICTURES.logo}<span>Birkenhof</span></a>
  <nav aria-label="${strings.navigation}">
    <a href="#range">${strings.range}</a>
    <a href="#service">${strings.service}</a>
    <a href="#visit">${strings.visit}</a>
  </nav>
</header>
<main>
  <section class="hero">
    <div>
      <h1>${strings.claim}</h1>
      <p>${strings.lead}</p>
      <a class="action" href="#range">${strings.seeRange}</a>
    </div>
    ${PICTURES.hero}
  </section>
  <section id="range">
    <h2>${strings.range}</h2>
    <ul class="products">${strings.products.map(
      (product) => html`<li>
        ${PICTURES[product.picture]}
        <h3>${product.name}</h3>
        <p>${product.text}</p>
        <p class="price">${price.format(product.price)}</p>
      </li>`,
    )}</ul>
  </section>
  <section id="service">
    <h2>${strings.service}</h2>
    <dl class="facts">${strings.facts.map(
      ([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`,
    )}</dl>
  </section>
  <section id="visit" class="visit">
    <h2>${strings.visit}</h2>
    <p>${strings.address}</p>
    <p>${strings.hours}</p>
  </section>
  ${view.embed && html`<div id="parley-chat" class="chat"></div>`}
</main>
<footer>
  <p>${ARTICLES.filter((article) => article.language === language).map(
    ({ path, title }) => html`<a href="${path}">${title}</a> `,
  )}</p>
  <p>© Birkenhof Outdoor GmbH, Freiburg · ${strings.fictional}</p>
  ${view.embed && note(language, view, view.embed)}
</footer>
</body>
</html>`;
}

function scriptTag(app: string, embed: Readonly<Record<string, string>>): Html {
  const attributes = ATTRIBUTES.flatMap((name) => {
    const value = embed[name];
    return value ? [` data-${name}="${escapeHtml(value)}"`] : [];
  });
  return html`<script src="${app}/widget.js" data-widget-id="${embed.widget}"${new Html(attributes.join(''))} defer></script>`;
}

/** The bar that a real shop would not have: says which bot is on the page. */
function setup(language: Language, { strict, rejected }: ShopView): Html {
  const strings = STRINGS[language];
  return html`<aside class="setup" aria-label="${strings.setupOf}"><form action="${strict ? '/strict' : '/'}">
  <label for="embed">${strings.setup}</label>
  <p class="row">
    <input id="embed" name="embed" required autocomplete="off" spellcheck="false" placeholder="a1b2c3d4" value="${rejected ?? ''}"${
      rejected !== undefined && new Html(' aria-invalid="true" aria-describedby="rejected"')
    }>
    <button>${strings.embed}</button>
  </p>
  ${rejected !== undefined && html`<p id="rejected" role="alert">${strings.rejected}</p>`}
</form></aside>`;
}

function note(language: Language, { strict }: ShopView, embed: Readonly<Record<string, string>>): Html {
  const strings = STRINGS[language];
  const other = `${strict ? '/' : '/strict'}?${new URLSearchParams(embed)}`;
  return html`<p>${strings.embedded} <code>${embed.widget}</code> ·
    <a href="${strict ? '/strict' : '/'}">${strings.change}</a> ·
    <a href="${other}">${strict ? strings.withoutPolicy : strings.withPolicy}</a></p>`;
}
