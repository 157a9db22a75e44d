import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';
import type { MailAttachment } from '#platform/mail';
import type { ChartPart, Report } from './report';
import { trendOf } from './trend-picture';
import { ValueFormat } from './writers/values';

export interface ReportMail {
  readonly to: string;
  readonly company: string;
  readonly report: Report;
  /** Members of the team get the way to the dashboard. */
  readonly isMember: boolean;
  readonly dashboardUrl: string;
  /** The recipient's own links; null of a copy that a member of the team asked for. */
  readonly subscription: {
    /** Where a file is that is too large to be attached. */
    readonly fileUrl: string;
    readonly unsubscribePage: string;
    readonly unsubscribeUrl: string;
  } | null;
  /** Null: it is too large. */
  readonly attachment: MailAttachment | null;
}

/** Figures and charts that stand in the mail itself: what is more is in the file. */
const MOST_FIGURES = 6;
const MOST_BARS = 7;

/** A report as a mail: its key figures and first charts to be seen at once, all of it in the file. */
export function reportMail(mail: ReportMail): MailDraft {
  const { to, company, report, isMember, dashboardUrl, subscription, attachment } = mail;
  const { title, description, subject, period, language, timeZone, parts } = report;
  const texts = TEXTS[language];
  const format = new ValueFormat(language, timeZone);
  const figures = parts
    .flatMap((part) => (part.type === 'metrics' ? part.metrics : []))
    .slice(0, MOST_FIGURES)
    .map(({ label, value, kind, change }) => ({
      label,
      value: format.show(value, kind),
      note: change ?? '',
    }));
  const bars = parts
    .filter((part) => part.type === 'chart')
    // Of a ranking the first ones tell; of anything else all of it does.
    .filter(
      ({ shape, categories }) => shape === 'ranking' || (shape !== 'lines' && categories.length <= MOST_BARS),
    )
    .slice(0, 2)
    .map((chart) => barsOf(chart, format))
    .filter(({ entries }) => entries.length > 0);
  const trend = trendOf(
    parts.filter((part) => part.type === 'chart'),
    format,
    texts,
  );
  const where = attachment ? texts.attached : subscription ? texts.linked : texts.tooLarge;
  const action =
    subscription && !attachment
      ? { label: texts.download, url: subscription.fileUrl }
      : isMember
        ? { label: texts.open, url: dashboardUrl }
        : undefined;
  const paragraphs = [`${subject} · ${period}`, ...(description === '' ? [] : [description])];
  return {
    to,
    brand: company,
    subject: `${title} – ${period}`,
    language,
    heading: title,
    paragraphs,
    figures,
    ...(trend && { picture: trend }),
    bars,
    ...(action && { action }),
    notes: [where],
    footer: subscription ? texts.footer(company) : texts.copy(company),
    ...(subscription && {
      footerLinks: [{ label: texts.unsubscribe, url: subscription.unsubscribePage }],
      unsubscribeUrl: subscription.unsubscribeUrl,
    }),
    preview: paragraphs.join(' – '),
    attachments: [
      ...(attachment ? [attachment] : []),
      ...(trend
        ? [
            {
              fileName: 'trend.png',
              contentType: 'image/png',
              content: trend.png,
              contentId: trend.contentId,
            },
          ]
        : []),
    ],
  };
}

function barsOf({ title, kind, categories, series: [first] }: ChartPart, format: ValueFormat) {
  const entries = categories
    .slice(0, MOST_BARS)
    .map((label, at) => ({ label, number: first?.values[at] ?? 0 }));
  const highest = Math.max(...entries.map(({ number }) => number), 0);
  return {
    title,
    entries: entries
      .filter(() => highest > 0)
      .map(({ label, number }) => ({ label, value: format.show(number, kind), share: number / highest })),
  };
}

interface Texts {
  readonly attached: string;
  readonly linked: string;
  readonly tooLarge: string;
  readonly download: string;
  readonly open: string;
  readonly unsubscribe: string;
  footer(company: string): string;
  copy(company: string): string;
  highest(value: string, day: string): string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    attached: 'The whole report is attached.',
    linked: 'The report is too large for a mail. You can download it for seven days.',
    tooLarge: 'The report is too large for a mail. Its preview has the file.',
    download: 'Download the report',
    open: 'Open the reports',
    unsubscribe: 'Unsubscribe from this report',
    footer: (company) => `Sent by Parley for ${company}, because you are a recipient of this report.`,
    copy: (company) => `Sent by Parley for ${company}, because you asked for a copy of this report.`,
    highest: (value, day) => `highest ${value} on ${day}`,
  },
  de: {
    attached: 'Der ganze Bericht hängt an.',
    linked: 'Der Bericht ist für eine E-Mail zu groß. Sie können ihn sieben Tage lang herunterladen.',
    tooLarge: 'Der Bericht ist für eine E-Mail zu groß. Seine Vorschau hat die Datei.',
    download: 'Bericht herunterladen',
    open: 'Berichte öffnen',
    unsubscribe: 'Diesen Bericht abbestellen',
    footer: (company) => `Gesendet von Parley für ${company}, weil Sie Empfänger dieses Berichts sind.`,
    copy: (company) =>
      `Gesendet von Parley für ${company}, weil Sie eine Kopie dieses Berichts angefordert haben.`,
    highest: (value, day) => `Höchstwert ${value} am ${day}`,
  },
};
