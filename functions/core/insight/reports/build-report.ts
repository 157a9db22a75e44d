import { QueryCommand } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import { type AccountId, BotId } from '#contract/base/ids';
import type { ReportContent, ReportFormat } from '#contract/insight/reports';
import { accountPartition } from '#core/accounts/entity';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf } from '#core/accounts/time-zone';
import { BotEntity } from '#core/bots/entity';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { table } from '#platform/table';
import { instantsOf, type Period } from './periods';
import { rawTable } from './raw-data';
import type { Report, ReportPart, ReportWriter, Row } from './report';
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

export const FILE_TYPES: Readonly<Record<ReportFormat, FileType>> = {
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
  const [account, all] = await Promise.all([loadAccount(accountId), botsOf(accountId)]);
  // Days and times are the account's, as on its pages; a schedule's own zone says only when it is sent.
  const timeZone = timeZoneOf(account);
  const bots = botIds.length === 0 ? all : all.filter(({ botId }) => botIds.includes(botId));
  if (bots.length < botIds.length) throw new ParleyError('bot.not_found');
  const viewParts = new ViewParts({ clock, accountId, period, botIds, bots, language, metrics, charts });
  const parts: ReportPart[] = [];
  for (const view of views) parts.push(...(await viewParts.of(view)));
  const scope = { accountId, bots, isWhole: botIds.length === 0, ...instantsOf(period, timeZone), language };
  for (const [at, data] of rawData.entries())
    parts.push(
      rawTable(data, { ...scope, onProgress: (share) => onProgress((at + share) / rawData.length) }),
    );
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

export function periodText({ from, to }: Period, language: Language): string {
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

async function botsOf(
  accountId: AccountId,
): Promise<readonly { readonly botId: BotId; readonly name: string }[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: 'BOT#' } })
    .entities(BotEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items.map(({ botId, name }) => ({ botId: BotId.parse(botId), name }));
}
