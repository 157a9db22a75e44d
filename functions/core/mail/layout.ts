import type { Language } from '../../contract/profile';

export interface MailContent {
  readonly language: Language;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Set in large type, for copying. */
  readonly code?: string;
  /** Below the button, in small type. */
  readonly notes: readonly string[];
  /** Who sends this and why. */
  readonly footer: string;
}

/**
 * One mail as HTML that mail programs show alike: a table, styles on the elements, no picture and nothing from
 * outside. Texts are escaped here; addresses are ours.
 */
export function renderMail(content: MailContent): string {
  const { language, heading, paragraphs, action, code, notes, footer } = content;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="light"><title>${escapeHtml(heading)}</title></head>`,
    `<body style="margin:0;padding:0;background:${COLOUR.ground}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${COLOUR.ground}">`,
    '<tr><td align="center" style="padding:32px 16px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">',
    `<tr><td style="padding:0 8px 20px;font:700 20px/1 ${FONT};color:${COLOUR.brand}">Parley</td></tr>`,
    `<tr><td style="background:${COLOUR.surface};border:1px solid ${COLOUR.line};border-radius:12px;padding:32px">`,
    `<h1 style="margin:0 0 16px;font:700 22px/1.3 ${FONT};color:${COLOUR.ink}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, '16px', COLOUR.soft)),
    action ? button(action) : '',
    code === undefined ? '' : codeBox(code),
    ...notes.map((text) => paragraph(text, '13px', COLOUR.faint)),
    action ? fallbackLink(action.url) : '',
    '</td></tr>',
    `<tr><td style="padding:20px 8px 0">${paragraph(footer, '12px', COLOUR.faint)}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('');
}

/** The dashboard's colours on its light ground; mail programs know no variables. */
const COLOUR = {
  brand: '#0c5a52',
  onBrand: '#ffffff',
  ground: '#f5f6f3',
  surface: '#ffffff',
  line: '#dee3de',
  ink: '#13211f',
  soft: '#43524f',
  faint: '#5b6966',
} as const;
const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function paragraph(text: string, size: string, colour: string): string {
  return `<p style="margin:0 0 16px;font:400 ${size}/1.55 ${FONT};color:${colour}">${escapeHtml(text)}</p>`;
}

function button({ label, url }: NonNullable<MailContent['action']>): string {
  const style = `display:inline-block;padding:13px 24px;border-radius:8px;background:${COLOUR.brand};font:600 16px/1 ${FONT};color:${COLOUR.onBrand};text-decoration:none`;
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

function codeBox(code: string): string {
  const style = `margin:24px 0;padding:16px;border-radius:8px;background:${COLOUR.ground};text-align:center;font:700 28px/1 Consolas,Menlo,monospace;letter-spacing:6px;color:${COLOUR.ink}`;
  return `<p style="${style}">${code}</p>`;
}

/** For programs that show no button. */
function fallbackLink(url: string): string {
  const shown = escapeHtml(url);
  return `<p style="margin:0;font:400 12px/1.5 ${FONT};word-break:break-all"><a href="${shown}" style="color:${COLOUR.brand}">${shown}</a></p>`;
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
