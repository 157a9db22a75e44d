import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/base/calendar';
import type { ConversationId } from '#contract/base/ids';
import type { ExportConversations } from '#contract/conversations/inbox-work';
import { botLabel } from '#contract/insight/bot-label';
import type { ExportLink } from '#contract/insight/reports';
import { limitRate } from '#core/accounts/limits/rate-limit';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf } from '#core/accounts/time-zone';
import { findConversation } from '#core/conversations/messages';
import type { Actor } from '#platform/actor';
import { presignDownload } from '#platform/buckets';
import { addSeconds, type Clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { uploadPieces } from '#platform/multipart-upload';
import { analysedBots } from '../analytics/read-days';
import { FILE_TYPES } from './build-report';
import { notesTable } from './notes-table';
import { conversationTables } from './raw-data';
import { RAW_TEXTS } from './raw-texts';
import { transcripts } from './transcript';
import { ValueFormat } from './writers/values';

const A_MINUTE = 20;
const LINK_SECONDS = 300;
/** Messages that the call writes in its time. */
const MOST_MESSAGES = 20_000;

/** A file of these conversations with all their messages, and with the team's notes where they are asked for; those that are gone are left out. */
export async function exportConversations(
  clock: Clock,
  { accountId }: Actor,
  { ids, format, language, notes }: ExportConversations,
): Promise<ExportLink> {
  await limitRate(clock, `EXPORTS#${accountId}`, A_MINUTE);
  const read = (conversationId: ConversationId) => findConversation({ accountId, conversationId });
  const [account, bots, found] = await Promise.all([
    loadAccount(accountId),
    analysedBots(accountId, undefined),
    Promise.all([...new Set(ids)].map(read)),
  ]);
  const conversations = found.filter((each) => each !== undefined && !each.isTest && !each.empty);
  const known = conversations.flatMap((each) => (each ? [each] : []));
  if (known.length === 0) throw new ParleyError('conversation.not_found');
  if (known.reduce((sum, { lastSequence }) => sum + lastSequence, 0) > MOST_MESSAGES)
    throw new ParleyError('request.too_large');
  const { contentType, write } = FILE_TYPES[format];
  const began = known.map(({ startedAt }) => startedAt).sort();
  const timeZone = timeZoneOf(account);
  const values = new ValueFormat(language, timeZone);
  const shown = (at: string | undefined) => values.show(at ? dayOf(new Date(at), timeZone) : null, 'day');
  const title = RAW_TEXTS[language].conversations.title;
  const named = {
    accountId,
    bots: bots.map((bot) => ({ botId: bot.botId, name: botLabel(bot, language) })),
    language,
  };
  const report = {
    title,
    description: '',
    subject: account.name,
    period: [...new Set([began[0], began.at(-1)].map(shown))].join(' – '),
    createdAt: clock(),
    language,
    timeZone,
    parts: [
      ...(format === 'pdf' ? [transcripts(named, [known])] : conversationTables(named, known)),
      ...(notes ? [notesTable({ accountId, language }, known)] : []),
    ],
  };
  const address = { bucket: environment('EXPORTS_BUCKET'), key: `exports/${accountId}/${randomUUID()}` };
  await uploadPieces(address, write(report), { contentType });
  const url = await presignDownload(address, {
    fileName: `${title} ${dayOf(clock(), timeZone)}.${format}`,
    contentType,
    disposition: 'attachment',
    seconds: LINK_SECONDS,
  });
  return { url, expiresAt: addSeconds(clock(), LINK_SECONDS).toISOString() };
}
