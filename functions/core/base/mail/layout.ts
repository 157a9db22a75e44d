import type { Language } from '#contract/accounts/profile';
import { directionOf } from '#contract/base/languages';

export interface MailContent {
  /** Whose mail it is, where it is not ours: it stands above the text. */
  readonly brand?: string;
  readonly language: Language;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** `otherwise` leads to the bare address below, for programs that show no button. */
  readonly action?: { readonly label: string; readonly url: string; readonly otherwise?: string };
  /** Set in large type, for copying. */
  readonly code?: string;
  /** What was said, one after another. */
  readonly transcript?: readonly TranscriptLine[];
  /** Numbers that are seen at once, with what became of them in small type. */
  readonly figures?: readonly { readonly label: string; readonly value: string; readonly note: string }[];
  /** Charts of bars that lie, `share` of the longest one: drawn as tables, which every mail program shows. */
  readonly bars?: readonly MailBars[];
  /** A chart that tables can't draw: it comes with the mail. */
  readonly picture?: MailPicture;
  /** Below the button, in small type. */
  readonly notes: readonly string[];
  /** Who sends this and why. */
  readonly footer: string;
  /** Below the footer. */
  readonly footerLinks?: readonly { readonly label: string; readonly url: string }[];
  /** What the list of mails shows beside the subject; without it, how the mail begins. */
  readonly preview?: string;
}

export interface MailBars {
  readonly title: string;
  readonly entries: readonly { readonly label: string; readonly value: string; readonly share: number }[];
}

/** A picture that is attached under its id, with what it says in words for who doesn't see it. */
export interface MailPicture {
  readonly contentId: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** What each colour is. */
  readonly lines: readonly { readonly colour: string; readonly text: string }[];
  /** Below its left and its right end. */
  readonly from: string;
  readonly to: string;
}

export interface TranscriptLine {
  readonly who: string;
  readonly when: string;
  readonly text: string;
  /** Below the text, in small type. */
  readonly notes: readonly string[];
  /** Whether it was said by whom the mail is for. */
  readonly own: boolean;
}

/**
 * One mail as HTML that mail programs show alike: a table, styles on the elements, and nothing from outside:
 * a picture comes with the mail. Texts are escaped here; addresses are ours. Programs that know a dark scheme take its colours from the
 * style sheet, the others show the light ones.
 */
export function renderMail(content: MailContent): string {
  const { language, heading, paragraphs, action, code, notes, footer, footerLinks = [], preview } = content;
  const { transcript = [], brand = 'Parley', figures = [], bars = [], picture } = content;
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(heading)}</title><style>${DARK}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${COLOUR.ground}">`,
    preview ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>` : '',
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${COLOUR.ground}">`,
    '<tr><td align="center" style="padding:32px 16px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">',
    `<tr><td class="brand" style="padding:0 8px 20px;font:700 20px/1 ${FONT};color:${COLOUR.brand};overflow-wrap:anywhere">${escapeHtml(brand)}</td></tr>`,
    `<tr><td class="card" style="background:${COLOUR.surface};border:1px solid ${COLOUR.line};border-radius:16px 16px 16px 4px;padding:32px">`,
    `<h1 class="ink" style="margin:0 0 16px;font:700 22px/1.3 ${FONT};color:${COLOUR.ink}">${escapeHtml(unbroken(heading))}</h1>`,
    ...paragraphs.map((text) => paragraph(text, '16px')),
    figures.length > 0 ? figureTable(figures) : '',
    picture ? chartPicture(picture) : '',
    ...bars.map(barChart),
    action ? button(action) : '',
    code === undefined ? '' : codeBox(code),
    ...transcript.map(said),
    ...notes.map((text) => paragraph(text, '14px')),
    action ? fallbackLink(action) : '',
    '</td></tr>',
    `<tr><td style="padding:20px 8px 0">${paragraph(footer, '13px')}${linkLine(footerLinks)}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('');
}

/** The dashboard's colours on its light ground; mail programs know no variables. */
const COLOUR = {
  brand: '#0c5a52',
  onBrand: '#ffffff',
  ground: '#f5f6f3',
  surface: '#ffffff',
  sunken: '#ebeeea',
  line: '#dee3de',
  ink: '#13211f',
  soft: '#43524f',
} as const;
const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The dashboard's dark colours. `!important`, since what they replace stands on the elements. */
const DARK =
  '@media (prefers-color-scheme:dark){' +
  '.page{background:#101615!important}.card{background:#182120!important;border-color:#2a3735!important}' +
  '.ink{color:#e9efed!important}.soft{color:#b5c2be!important}.brand{color:#63cbb7!important}' +
  '.button{background:#63cbb7!important;color:#06211d!important}.code{background:#0b100f!important;color:#e9efed!important}.own{background:#0b100f!important}.line{border-color:#2a3735!important}}';

function paragraph(text: string, size: string): string {
  const style = `margin:0 0 16px;font:400 ${size}/1.55 ${FONT};color:${COLOUR.soft};overflow-wrap:anywhere`;
  return `<p class="soft" style="${style}">${escapeHtml(text)}</p>`;
}

function button({ label, url }: NonNullable<MailContent['action']>): string {
  const style = `display:inline-block;padding:14px 24px;border-radius:10px;background:${COLOUR.brand};font:600 16px/1.25 ${FONT};color:${COLOUR.onBrand};text-decoration:none`;
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

function codeBox(code: string): string {
  const style = `margin:24px 0;padding:18px 16px;border-radius:10px;background:${COLOUR.sunken};text-align:center;font:700 28px/1.2 Consolas,Menlo,monospace;letter-spacing:4px;color:${COLOUR.ink};overflow-wrap:anywhere`;
  return `<p class="code" style="${style}">${code}</p>`;
}

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"';

function figureTable(figures: NonNullable<MailContent['figures']>): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${COLOUR.line}`;
  const rows = figures.map(({ label, value, note }) =>
    [
      `<tr><td class="soft line" style="${cell};font:400 14px/1.4 ${FONT};color:${COLOUR.soft}">${escapeHtml(label)}</td>`,
      `<td class="ink line" align="right" style="${cell};font:700 18px/1.4 ${FONT};color:${COLOUR.ink};white-space:nowrap">${escapeHtml(value)}`,
      `<div class="soft" style="font:400 12px/1.4 ${FONT};color:${COLOUR.soft}">${escapeHtml(note)}</div></td></tr>`,
    ].join(''),
  );
  return `${TABLE} style="margin:8px 0 24px">${rows.join('')}</table>`;
}

function barChart({ title, entries }: MailBars): string {
  const rows = entries.map(({ label, value, share }) => {
    const width = Math.max(1, Math.round(share * 100));
    return [
      `<tr><td class="soft" style="padding:8px 0 3px;font:400 13px/1.4 ${FONT};color:${COLOUR.soft};overflow-wrap:anywhere">${escapeHtml(label)}</td>`,
      `<td class="ink" align="right" style="padding:8px 0 3px;font:600 13px/1.4 ${FONT};color:${COLOUR.ink};white-space:nowrap">${escapeHtml(value)}</td></tr>`,
      `<tr><td colspan="2">${TABLE}><tr><td class="button" width="${width}%" height="8" style="background:${COLOUR.brand};border-radius:4px;font-size:0;line-height:8px">&nbsp;</td><td style="font-size:0">&nbsp;</td></tr></table></td></tr>`,
    ].join('');
  });
  return `<h2 class="ink" style="margin:0;font:700 16px/1.4 ${FONT};color:${COLOUR.ink}">${escapeHtml(title)}</h2>${TABLE} style="margin:0 0 24px">${rows.join('')}</table>`;
}

function chartPicture({ contentId, title, width, height, lines, from, to }: MailPicture): string {
  const small = `font:400 13px/1.4 ${FONT};color:${COLOUR.soft}`;
  const alt = `${title}. ${lines.map(({ text }) => text).join('. ')}`;
  const legend = lines.map(
    ({ colour, text }) =>
      `<div class="soft" style="margin:0 0 4px;${small}"><span aria-hidden="true" style="color:${colour}">●</span> ${escapeHtml(text)}</div>`,
  );
  return [
    `<h2 class="ink" style="margin:0 0 6px;font:700 16px/1.4 ${FONT};color:${COLOUR.ink}">${escapeHtml(title)}</h2>`,
    ...legend,
    `<img src="cid:${escapeHtml(contentId)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:6px 0 0;border-radius:6px">`,
    `${TABLE} style="max-width:${width}px;margin:2px 0 24px"><tr><td class="soft" style="${small}">${escapeHtml(from)}</td>`,
    `<td class="soft" align="right" style="${small}">${escapeHtml(to)}</td></tr></table>`,
  ].join('');
}

function said({ who, when, text, notes, own }: TranscriptLine): string {
  const head = `margin:0 0 4px;font:600 13px/1.4 ${FONT};color:${COLOUR.soft}`;
  const body = `margin:0;font:400 15px/1.5 ${FONT};color:${COLOUR.ink};overflow-wrap:anywhere`;
  const small = `margin:6px 0 0;font:400 12px/1.4 ${FONT};color:${COLOUR.soft};overflow-wrap:anywhere`;
  const lines = escapeHtml(text).replaceAll('\n', '<br>');
  return [
    `<div class="${own ? 'own' : 'line'}" style="margin:0 0 12px;padding:12px 14px;border-radius:10px;`,
    own ? `background:${COLOUR.sunken}">` : `border:1px solid ${COLOUR.line}">`,
    `<p class="soft" style="${head}">${escapeHtml(who)} · ${escapeHtml(when)}</p>`,
    `<p class="ink" style="${body}">${lines}</p>`,
    ...notes.map((note) => `<p class="soft" style="${small}">${escapeHtml(note)}</p>`),
    '</div>',
  ].join('');
}

function fallbackLink({ url, otherwise }: NonNullable<MailContent['action']>): string {
  const shown = escapeHtml(url);
  const words = otherwise ? `${escapeHtml(otherwise)}<br>` : '';
  const style = `margin:0;font:400 12px/1.5 ${FONT};color:${COLOUR.soft};word-break:break-all`;
  return `<p class="soft" style="${style}">${words}<a class="brand" href="${shown}" style="color:${COLOUR.brand}">${shown}</a></p>`;
}

function linkLine(links: NonNullable<MailContent['footerLinks']>): string {
  if (links.length === 0) return '';
  const each = links.map(
    ({ label, url }) =>
      `<a class="soft" href="${escapeHtml(url)}" style="color:${COLOUR.soft}">${escapeHtml(label)}</a>`,
  );
  return `<p class="soft" style="margin:0;font:400 13px/1.55 ${FONT};color:${COLOUR.soft}">${each.join(' · ')}</p>`;
}

/** Large type breaks soon, and at its hyphen 'E-Mail' would. */
function unbroken(text: string): string {
  return text.replace(/\b(E)-(Mail)\b/gi, '$1\u2011$2');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
