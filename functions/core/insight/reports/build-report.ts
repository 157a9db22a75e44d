import type { Language } from '#contract/accounts/profile';
import type { ExportFormat } from '#contract/base/export-format';
import type { AccountId, BotId } from '#contract/base/ids';
import { botLabel } from '#contract/insight/bot-label';
import type { Period } from '#contract/insight/report-period';
import type { ReportContent } from '#contract/insight/reports';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf } from '#core/accounts/time-zone';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { analysedBots } from '../analytics/read-days';
import { instantsOf } from './periods';
import { conversationPages, rawTable } from './raw-data';
import type { Report, ReportPart, ReportWriter, Row } from './report';
import { transcripts } from './transcript';
import { ViewParts } from './view-parts';
import { VIEW_TEXTS } from './view-texts';
import { writeCsv } from './writers/csv';
import { writeJson } from './writers/json';
import { writePdf } from './writers/pdf/pdf';
import { ValueFormat } from './writers/values';
import { writeXlsx } from './writers/xlsx';

export interface FileType {
  readonly contentType: string;
  readonly write: ReportWriter;
}

export const FILE_TYPES: Readonly<Record<ExportFormat, FileType>> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: writeCsv },
  json: { contentType: 'application/json', write: writeJson },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: writeXlsx,
  },
  pdf: { contentType: 'application/pdf', write: writePdf },
};

export interface BuildProgress {
  /** How much of the rows is read, between 0 and 1. */
  onProgress(share: number): void;
  onRow(): void;
}

/**
 * What a report says: its figures are read here, its rows while it is written. Throws `bot.not_found` where one of its
 * bots is gone, or another tenant's: keys lead with the account.
 */
export async function buildReport(
  clock: Clock,
  accountId: AccountId,
  content: ReportContent,
  period: Period,
  { onProgress, onRow }: BuildProgress,
): Promise<Report> {
  const { title, description, botIds, metrics, charts, language } = content;
  // What is chosen twice is written once.
  const [views, rawData] = [[...new Set(content.views)], [...new Set(content.rawData)]];
  const [account, analysed] = await Promise.all([loadAccount(accountId), analysedBots(accountId, undefined)]);
  const all = analysed.map((bot) => ({ ...bot, name: botLabel(bot, language) }));
  // Days and times are the account's, as on its pages; a schedule's own zone says only when it is sent.
  const timeZone = timeZoneOf(account);
  const bots =
    botIds.length === 0 ? all : all.filter(({ botId, isDeleted }) => !isDeleted && botIds.includes(botId));
  if (bots.length < botIds.length) throw new ParleyError('bot.not_found');
  const viewParts = new ViewParts({ clock, accountId, period, botIds, bots, language, metrics, charts });
  const parts: ReportPart[] = [];
  for (const view of views) parts.push(...(await viewParts.of(view)));
  const scope = { accountId, bots, isWhole: botIds.length === 0, ...instantsOf(period, timeZone), language };
  for (const [at, data] of rawData.entries()) {
    const own = { ...scope, onProgress: (share: number) => onProgress((at + share) / rawData.length) };
    // On paper messages are read as the conversations that they are.
    const isTranscript = content.format === 'pdf' && data === 'messages';
    parts.push(isTranscript ? transcripts(own, conversationPages(own), onRow) : rawTable(data, own));
  }
  return {
    title,
    description,
    subject: subjectOf(account.name, bots, botIds, language),
    period: periodText(period, language),
    createdAt: clock(),
    language,
    timeZone,
    parts: parts.map((part) => (part.type === 'table' ? { ...part, rows: counted(part.rows, onRow) } : part)),
  };
}

/** `Weekly report 2030-01-01 – 2030-01-31.pdf`, without the characters that file systems refuse. */
export function fileNameOf({ title, format }: ReportContent, { from, to }: Period): string {
  const name = title
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${name} ${from}${to === from ? '' : ` – ${to}`}.${format}`;
}

function periodText({ from, to }: Period, language: Language): string {
  const format = new ValueFormat(language, 'UTC');
  return from === to ? format.show(from, 'day') : `${format.show(from, 'day')} – ${format.show(to, 'day')}`;
}

async function* counted(rows: AsyncIterable<Row> | Iterable<Row>, onRow: () => void): AsyncIterable<Row> {
  for await (const row of rows) {
    onRow();
    yield row;
  }
}

function subjectOf(
  account: string,
  bots: readonly { readonly name: string }[],
  botIds: readonly BotId[],
  language: Language,
): string {
  if (botIds.length === 0) return `${account} · ${VIEW_TEXTS[language].words.allBots}`;
  return `${account} · ${bots.map(({ name }) => name).join(', ')}`;
}
