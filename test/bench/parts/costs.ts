import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversationPage } from '#contract/conversations/inbox';
import { LOCAL_STAGE, StageParameters } from '#infra/config/stage';
import type { Usage } from '#infra/local/runtime/meter';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly } from '#test/helpers/assembly';
import type { OwnCloud } from '#test/helpers/cloud';
import { uploadDocument } from '#test/helpers/documents';
import { costedBot, countNow, fixedConversation, runNow } from '#test/helpers/fixed-conversation';
import { setBack } from '#test/helpers/set-back';
import { ofKind, ofTenants, sum, sumsBy, Tally, writeUnits } from '#test/helpers/tally';
import { apiClient } from '#test/helpers/users';
import { type Figures, type Part, prefixed } from '../figures';
import { printedPdf } from '../pdf';
import { PRICES } from '../prices';

const VIEWS = 1_000;
/** Of one visit: its first is told. */
const PAGES_A_VISIT = 4;
const VISITORS = 20;
const PAGES = 100;
/** Conversations that are kept for a month. */
const KEPT = 10;
const MONTH = 30;

type Measure = (subject: string, act: () => Promise<unknown>) => Promise<Figures>;

/**
 * What AWS would charge for one conversation of five questions and five answers, for erasing it, for ten whose time has
 * come, for 1,000 page views and for a document of 100 pages, models and the CDN apart: counted in the local cloud by function and by entity, in dollars by list
 * prices. Durations are this machine's.
 */
export const costs: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-costs-'));
  const tally = new Tally();
  // A laptop counts sooner than a stage that is paid for.
  const production = StageParameters.parse({ ...LOCAL_STAGE, countEverySeconds: undefined });
  let logged = 0;
  const cloud = await startLocalCloud({
    assembly,
    port: 0,
    state,
    meter: tally.meter,
    environment: { COUNT_EVERY_SECONDS: String(production.countEverySeconds) },
    log: (line) => (logged += line.length),
  });
  try {
    const address = addressOf(cloud);
    const { owner, bot } = await costedBot(address);
    // What a function reads once, it has read.
    await fixedConversation(address, bot, '127.0.0.2');
    await cloud.drained({ gathering: true });
    const measure: Measure = async (subject, act) => {
      progress(`costs: ${subject}`);
      tally.take();
      logged = 0;
      await act();
      await cloud.drained({ gathering: true });
      return prefixed(`costs.${subject}`, figuresOf(ofTenants(tally.take()), logged));
    };
    let token = '';
    return {
      ...(await measure('conversation', async () => {
        const grant = await fixedConversation(address, bot, '127.0.0.3');
        token = grant.token;
        await cloud.drained({ gathering: true });
        await countNow(cloud, owner.accountId, grant.conversationId);
      })),
      ...(await measure('erasing', () =>
        apiClient(address, token).call('eraseOwnConversation', { path: { widgetId: bot.widgetId } }),
      )),
      ...(await endOfRetention(measure, cloud)),
      ...(await measure('views', () => viewPages(address, bot.widgetId))),
      ...(await measure('upload', async () => {
        const content = await printedPdf(PAGES, 1);
        await uploadDocument(owner, bot.id, { fileName: 'pages.pdf', content });
      })),
    };
  } finally {
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
};

/** Conversations whose time has come on one day, of a bot that keeps them for a month: what that takes for each of their items. */
async function endOfRetention(measure: Measure, cloud: OwnCloud['cloud']): Promise<Figures> {
  const address = addressOf(cloud);
  const { owner, bot } = await costedBot(address, { retentionDays: MONTH });
  const grants = await Promise.all(
    Array.from({ length: KEPT }, (_, place) => fixedConversation(address, bot, `127.0.2.${1 + place}`)),
  );
  await cloud.drained({ gathering: true });
  let items = 0;
  for (const { conversationId } of grants) {
    await countNow(cloud, owner.accountId, conversationId);
    items += await setBack(address, { ...owner, conversationId }, MONTH + 1);
    const visitorHasLeft = { kind: 'abandoned', botId: bot.id, at: new Date().toISOString() };
    await runNow(cloud, 'queue-inbox-jobs', {
      ...visitorHasLeft,
      accountId: owner.accountId,
      conversationId,
    });
  }
  await cloud.drained({ gathering: true });
  const job = { kind: 'expire_conversations', accountId: owner.accountId, botId: bot.id };
  const figures = await measure('retention', () => runNow(cloud, 'queue-bot-jobs', job));
  const { items: shown } = await owner.call<ConversationPage>('listConversations', {});
  if (shown.length > 0) throw new Error(`${shown.length} conversations are shown after their time.`);
  const of = (name: string) => figures[`costs.retention.${name}`] ?? Number.NaN;
  // Also what was made of them elsewhere.
  const erased = items + of('items_erased');
  return {
    ...figures,
    'costs.retention.items': erased,
    'costs.retention.units_an_item': of('write_units') / erased,
  };
}

/** Visits of some visitors, one after the other: what a function takes is then its own time. */
async function viewPages(cloud: CloudAddress, widgetId: string): Promise<void> {
  for (let visit = 0; visit < VIEWS / PAGES_A_VISIT; visit++) {
    const from = `127.0.1.${1 + (visit % VISITORS)}`;
    await apiClient(cloud, undefined, { origin: cloud.addresses.customer, from }).call('countVisit', {
      path: { widgetId },
      body: { event: 'shown' },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    });
  }
}

/** Totals, then by function and by entity, then what it costs a thousand times. */
function figuresOf(usages: readonly Usage[], logBytes: number): Figures {
  const [calls, reads, writes, invocations] = [
    ofKind(usages, 'call'),
    ofKind(usages, 'read'),
    ofKind(usages, 'write'),
    ofKind(usages, 'invocation'),
  ];
  const callsOf = (service: string, ...operations: readonly string[]) =>
    calls.filter(
      (call) => call.service === service && (operations.length === 0 || operations.includes(call.operation)),
    ).length;
  const totals = {
    table_calls: callsOf('dynamodb'),
    write_units: sum(writes, writeUnits),
    read_units: sum(reads, ({ units }) => units),
    invocations: invocations.length,
    gb_seconds: sum(invocations, ({ seconds, memoryMb }) => (seconds * memoryMb) / 1024),
    // Sent, received and deleted.
    queue_requests: 3 * callsOf('sqs', 'SendMessage', 'SendMessageBatch'),
    socket_messages: callsOf('execute-api', 'POST') + invocationsOf(invocations, 'socket-message'),
    http_requests: sum(invocations, ({ by }) => (by.startsWith('http-') ? 1 : 0)),
    objects_written: callsOf('s3', 'PUT'),
    objects_read: callsOf('s3', 'GET'),
    stored_bytes: sum(writes, ({ stored }) => stored),
    items_erased: writes.filter(({ units, stored }) => units > 0 && stored < -100).length,
    log_bytes: logBytes,
  };
  const by = (name: string, sums: ReadonlyMap<string, number>) => prefixed(name, Object.fromEntries(sums));
  return {
    ...totals,
    usd_per_1000: 1_000 * dollarsOf(totals),
    ...by(
      'written',
      sumsBy(writes, ({ entity }) => entity, writeUnits),
    ),
    ...by(
      'written_by',
      sumsBy(writes, ({ by: name }) => name, writeUnits),
    ),
    ...by(
      'read',
      sumsBy(
        reads,
        ({ entity }) => entity,
        ({ units }) => units,
      ),
    ),
    ...by(
      'read_by',
      sumsBy(
        reads,
        ({ by: name }) => name,
        ({ units }) => units,
      ),
    ),
    ...by(
      'invoked',
      sumsBy(
        invocations,
        ({ by: name }) => name,
        () => 1,
      ),
    ),
    ...by(
      'table_calls_by',
      sumsBy(
        calls.filter(({ service }) => service === 'dynamodb'),
        ({ by: name }) => name,
        () => 1,
      ),
    ),
  };
}

function invocationsOf(invocations: readonly { readonly by: string }[], name: string): number {
  return invocations.filter(({ by }) => by === name).length;
}

const GIGABYTE = 1e9;

function dollarsOf(totals: Figures): number {
  const { table_calls: _, items_erased: __, ...used } = totals;
  const price: Readonly<Record<string, number>> = {
    write_units: PRICES.writeUnit,
    read_units: PRICES.readUnit,
    invocations: PRICES.invocation,
    gb_seconds: PRICES.gigabyteSecond,
    queue_requests: PRICES.queueRequest,
    socket_messages: PRICES.socketMessage,
    http_requests: PRICES.httpRequest,
    objects_written: PRICES.objectWritten,
    objects_read: PRICES.objectRead,
    stored_bytes: PRICES.tableGigabyte / GIGABYTE,
    log_bytes: PRICES.logGigabyte / GIGABYTE,
  };
  return sum(Object.entries(used), ([name, amount]) => amount * (price[name] ?? 0));
}
