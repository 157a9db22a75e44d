import type { Mail, MailSummary } from '#infra/local/services/ses/mail';
import { escapeHtml, Html, html, type Language } from '../html';
import { STRINGS } from './strings';

export interface InboxView {
  readonly list: readonly MailSummary[];
  /** Recipient that was searched for. */
  readonly to: string | undefined;
  readonly mail: Mail | undefined;
  /** Show the plain text though there is HTML. */
  readonly text: boolean;
}

/** List and open mail side by side, one after the other on a phone. Works without the script, which refreshes. */
export function inboxPage(language: Language, view: InboxView): Html {
  const strings = STRINGS[language];
  const { mail, to, list } = view;
  return html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${mail ? `${mail.subject} – ${strings.title}` : strings.title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/inbox.css">
<script src="/inbox.js" type="module"></script>
</head>
<body class="${mail ? 'reading' : 'listing'}">
<header class="bar">
  <a class="brand" href="/"><span class="mark" aria-hidden="true">@</span>${strings.title}</a>
  <form class="search" action="/" role="search">
    <input type="search" name="to" value="${to ?? ''}" placeholder="${strings.search}" aria-label="${strings.search}" autocomplete="off" spellcheck="false">
    <button>${strings.find}</button>
  </form>
  <button class="quiet" popovertarget="confirm" ${list.length === 0 && new Html('disabled')}>${strings.deleteAll}</button>
  <div id="confirm" popover>
    <form action="/delete" method="post">
      <p class="question">${strings.confirmDelete}</p>
      <button type="button" class="quiet" popovertarget="confirm" popovertargetaction="hide">${strings.cancel}</button>
      <button class="danger">${strings.deleteAll}</button>
    </form>
  </div>
</header>
<main>
  ${!mail && html`<h1 class="visually-hidden">${strings.title}</h1>`}
  <nav class="list" id="list" aria-label="${strings.messages}" data-to="${to ?? ''}" data-newest="${list[0]?.id ?? ''}" data-count="${list.length}">
    ${list.length > 0 ? mailList(language, view) : emptyList(language, to)}
  </nav>
  <section class="reader" aria-label="${mail?.subject ?? strings.title}">
    ${mail ? openMail(language, mail, view) : html`<p class="hint">${list.length > 0 ? strings.choose : ''}</p>`}
  </section>
</main>
<p class="visually-hidden" role="status" id="status" data-new="${strings.newMail}"></p>
</body>
</html>`;
}

function mailList(language: Language, { list, to, mail }: InboxView): Html {
  return html`<ol>${list.map(
    (one) => html`<li><a class="mail" href="/messages/${encodeURIComponent(one.id)}${search(to)}" ${
      one.id === mail?.id && new Html('aria-current="true"')
    }>
      <span class="to">${one.to.join(', ')}</span>
      ${time(language, one.receivedAt)}
      <span class="subject">${one.subject || STRINGS[language].noSubject}</span>
      <span class="from">${displayName(one.from)}</span>
    </a></li>`,
  )}</ol>`;
}

function emptyList(language: Language, to: string | undefined): Html {
  const strings = STRINGS[language];
  if (to === undefined) {
    return html`<div class="empty"><p class="big">${strings.empty}</p><p>${strings.emptyHint}</p></div>`;
  }
  return html`<div class="empty"><p class="big">${strings.nothingFor}</p><p>${to}</p><p><a href="/">${strings.showAll}</a></p></div>`;
}

function openMail(language: Language, mail: Mail, { to, text }: InboxView): Html {
  const strings = STRINGS[language];
  const address = `/messages/${encodeURIComponent(mail.id)}`;
  const showText = mail.html === null || (text && mail.text !== null);
  const line = (name: string, addresses: readonly string[]) =>
    addresses.length > 0 && html`<div><dt>${name}</dt><dd>${addresses.join(', ')}</dd></div>`;
  const query = (other: string) =>
    `?${new URLSearchParams({ ...(to && { to }), ...(other && { view: other }) })}`;
  return html`
    <a class="back" href="/${search(to)}">← ${strings.messages}</a>
    <h1>${mail.subject || strings.noSubject}</h1>
    <dl>
      ${line(strings.from, [mail.from])}
      ${line(strings.to, mail.to)}
      ${line('Cc', mail.cc)}
      ${line('Bcc', mail.bcc)}
      ${line(strings.replyTo, mail.replyTo)}
      <div><dt>${strings.received}</dt><dd>${time(language, mail.receivedAt, 'long')}</dd></div>
    </dl>
    ${
      mail.html !== null &&
      mail.text !== null &&
      html`<div class="views">
        <a href="${address}${query('')}" ${!showText && new Html('aria-current="page"')}>${strings.designed}</a>
        <a href="${address}${query('text')}" ${showText && new Html('aria-current="page"')}>${strings.plainText}</a>
      </div>`
    }
    ${
      mail.attachments.length > 0 &&
      html`<ul class="attachments">${mail.attachments.map(
        (one, at) =>
          html`<li><a href="${address}/attachments/${at}" download>${one.fileName}</a> <span>${size(language, one.content.byteLength)}</span></li>`,
      )}</ul>`
    }
    ${
      showText
        ? html`<pre class="text">${linked(mail.text ?? '')}</pre>`
        : html`<iframe title="${mail.subject}" src="${address}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    }`;
}

/** Text with its addresses as links. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/);
  return new Html(
    parts
      .map(escapeHtml)
      .map((part, at) =>
        at % 2 === 1 ? `<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part,
      )
      .join(''),
  );
}

function displayName(address: string): string {
  return /^"?([^"<]+?)"?\s*</.exec(address)?.[1] ?? address;
}

function search(to: string | undefined): string {
  return to === undefined ? '' : `?${new URLSearchParams({ to })}`;
}

function time(language: Language, iso: string, style: 'short' | 'long' = 'short'): Html {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  const format =
    style === 'long'
      ? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })
      : today
        ? new Intl.DateTimeFormat(language, { timeStyle: 'short' })
        : new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return html`<time datetime="${iso}">${format.format(at)}</time>`;
}

function size(language: Language, bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0c5a52"/><path d="M3 5h10v6.5H3z M3 5l5 4 5-4" fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round"/></svg>',
)}`;
