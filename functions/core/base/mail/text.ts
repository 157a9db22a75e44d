import type { MailContent } from './layout';

/** A mail as plain text: the parts of its HTML, in their order. */
export function textOf(content: MailContent): string {
  const { heading, paragraphs, figures = [], picture, bars = [], action, code, transcript = [] } = content;
  const { notes, footer, footerLinks = [] } = content;
  return [
    [heading],
    paragraphs,
    figures.map(({ label, value, note }) => `${label}: ${value}${note === '' ? '' : ` (${note})`}`),
    picture ? [picture.title, ...picture.lines.map(({ text }) => `- ${text}`)] : [],
    ...bars.map(({ title, entries }) => [
      title,
      ...entries.map(({ label, value }) => `- ${label}: ${value}`),
    ]),
    action ? [`${action.label}: ${action.url}`] : [],
    code === undefined ? [] : [code],
    ...transcript.map(({ who, when, text, notes: small }) => [`${who}, ${when}:`, text, ...small]),
    notes,
    ['--', footer, ...footerLinks.map(({ label, url }) => `${label}: ${url}`)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
