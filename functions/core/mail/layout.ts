import type { Language } from '../../contract/profile';

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
  /** Below the button, in small type. */
  readonly notes: readonly string[];
  /** Who sends this and why. */
  readonly footer: string;
  /** Below the footer. */
  readonly footerLinks?: readonly { readonly label: string; readonly url: string }[];
  /** What the list of mails shows beside the subject; without it, how the mail begins. */
  readonly preview?: string;
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
 * One mail as HTML that mail programs show alike: a table, styles on the elements, no picture and nothing from
 * outside. Texts are escaped here; addresses are ours. Programs that know a dark scheme take its colours from the
 * style sheet, the others show the light ones.
 */
export function renderMail(content: MailContent): string {
  const { language, heading, paragraphs, action, code, notes, footer, footerLinks = [], preview } = content;
  const { transcript = [], brand = 'Parley' } = content;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
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
