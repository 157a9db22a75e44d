import { type Html, html, type Language } from '../html';
import { PICTURES } from './pictures';
import { STRINGS } from './strings';

/** The pages of the shop besides its first one: what its visitors ask about. */
interface Article {
  readonly path: string;
  readonly language: Language;
  readonly title: string;
  readonly body: Html;
}

export const ARTICLES: readonly Article[] = [
  {
    path: '/help/delivery',
    language: 'en',
    title: 'Delivery',
    body: html`<p>We send from Freiburg, Monday to Friday. Orders placed before 11 a.m. leave on the same day.</p>
<h2>Prices and times</h2>
<table>
<caption>Delivery by country</caption>
<thead><tr><th>Country</th><th>Time</th><th>Price</th><th>Free from</th></tr></thead>
<tbody>
<tr><td>Germany</td><td>2 working days</td><td>€4.90</td><td>€80</td></tr>
<tr><td>Austria</td><td>3 working days</td><td>€6.90</td><td>€80</td></tr>
<tr><td>Switzerland</td><td>5 working days</td><td>€14.50</td><td>€250</td></tr>
</tbody>
</table>
<h2>Parcel lockers</h2>
<p>Anything but tents fits into a parcel locker. Give its number as the second line of your address.</p>`,
  },
  {
    path: '/help/returns',
    language: 'en',
    title: 'Returns and repairs',
    body: html`<h2>Sending something back</h2>
<p>You have 30 days, as long as the item is unused and in its packaging. The label is in the parcel, and costs nothing.</p>
<h2>Questions we are asked</h2>
<details><summary>When do I get my money back?</summary><p>Within five working days after the parcel has reached us, the way you paid.</p></details>
<details><summary>What does a repair cost?</summary><p>Seams and zips are free in the first five years, then €18 an hour. We call you before we begin.</p></details>`,
  },
  {
    path: '/help/sizes',
    language: 'en',
    title: 'Sizes of rucksacks and sleeping bags',
    body: html`<p>Rucksacks are chosen by the length of your back, sleeping bags by your height.</p>
<table>
<tr><th>Size</th><th>Back</th><th>Height</th></tr>
<tr><td>S</td><td>up to 44 cm</td><td>up to 168 cm</td></tr>
<tr><td>M</td><td>44 to 50 cm</td><td>169 to 180 cm</td></tr>
<tr><td>L</td><td>from 50 cm</td><td>181 to 195 cm</td></tr>
</table>`,
  },
  {
    path: '/hilfe/lieferung',
    language: 'de',
    title: 'Lieferung',
    body: html`<p>Wir versenden montags bis freitags aus Freiburg. Was bis 11 Uhr bestellt ist, geht am selben Tag hinaus.</p>
<h2>Preise und Zeiten</h2>
<table>
<thead><tr><th>Land</th><th>Dauer</th><th>Preis</th><th>Frei ab</th></tr></thead>
<tbody>
<tr><td>Deutschland</td><td>2 Werktage</td><td>4,90 €</td><td>80 €</td></tr>
<tr><td>Österreich</td><td>3 Werktage</td><td>6,90 €</td><td>80 €</td></tr>
<tr><td>Schweiz</td><td>5 Werktage</td><td>14,50 €</td><td>250 €</td></tr>
</tbody>
</table>`,
  },
  {
    path: '/hilfe/verleih',
    language: 'de',
    title: 'Verleih',
    body: html`<p>Zelte und Rucksäcke verleihen wir von Freitag bis Montag. Die Kaution ist der halbe Kaufpreis.</p>
<dl><dt>Zelt Falke 2</dt><dd>38 € je Wochenende</dd><dt>Rucksack Tour 45</dt><dd>19 € je Wochenende</dd></dl>`,
  },
];

/** `token`: what the shop's owner wants to show of themselves, if anything. */
export function articlePage({ language, title, body }: Article, token: string | undefined): Html {
  const strings = STRINGS[language];
  return html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Birkenhof</title>
<meta property="og:site_name" content="Birkenhof">
${confirmationTag(token)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<header class="top">
  <a class="logo" href="/">${PICTURES.logo}<span>Birkenhof</span></a>
  <nav aria-label="${strings.navigation}">${ARTICLES.filter((other) => other.language === language).map(
    (other) => html`<a href="${other.path}">${other.title}</a>`,
  )}</nav>
</header>
<main class="article">
  <h1>${title}</h1>
  ${body}
</main>
<footer><p>© Birkenhof Outdoor GmbH, Freiburg · ${strings.fictional}</p></footer>
</body>
</html>`;
}

export function confirmationTag(token: string | undefined): Html | false {
  return token !== undefined && html`<meta name="parley-site-confirmation" content="${token}">`;
}

export function sitemap(origin: string): string {
  const pages = ['/', ...ARTICLES.map(({ path }) => path)];
  const urls = pages.map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** Where the shop's owner puts what confirms that the website is theirs. */
export function ownerPage(language: Language, token: string | undefined): Html {
  const strings = OWNER[language];
  return html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${strings.title} – Birkenhof</title>
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<aside class="setup" aria-label="${strings.title}"><form method="post">
  <label for="token">${strings.label}</label>
  <p class="row"><input id="token" name="token" autocomplete="off" spellcheck="false" value="${token ?? ''}"><button>${strings.save}</button></p>
</form></aside>
<header class="top"><a class="logo" href="/">${PICTURES.logo}<span>Birkenhof</span></a></header>
<main class="article"><h1>${strings.title}</h1><p>${strings.text}</p>
${token !== undefined && html`<p role="status">${strings.shown}</p>`}</main>
</body>
</html>`;
}

const OWNER = {
  en: {
    title: 'For the owner of this website',
    label: 'Confirmation code',
    save: 'Show it',
    text: 'What stands here is shown as the file /.well-known/parley-site-confirmation.txt and in the head of every page.',
    shown: 'The code is shown.',
  },
  de: {
    title: 'Für die Inhaberin dieser Website',
    label: 'Bestätigungscode',
    save: 'Zeigen',
    text: 'Was hier steht, zeigt die Website als Datei /.well-known/parley-site-confirmation.txt und im Kopf jeder Seite.',
    shown: 'Der Code wird gezeigt.',
  },
} as const;
