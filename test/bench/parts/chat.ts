import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import type { Bot } from '#contract/bots/bots';
import type { SessionGrant } from '#contract/conversations/widget';
import { ServerEvent } from '#contract/socket';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly } from '#test/helpers/assembly';
import { processed, uploadDocument } from '#test/helpers/documents';
import { apiClient, newUser } from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { operatorTable } from '#test/integration/table';
import { datasetsIn, type LanguageDataset } from '../datasets';
import { median, type Part, percentile } from '../figures';

const VISITORS = 10;
/** Of each visitor: together fewer than a conversation may have in a minute. */
const WARM_UP = 4;
const QUESTIONS = 10;

/**
 * What the least of either would take, were all between it for nothing: a message's function, and its calls of the table;
 * then a second function, its call of the table, the model's and the socket's. `table-calls.test.ts` counts them.
 */
const ACCEPTING = { pings: 1, calls: 4 };
const FIRST_WORDS = { pings: 2, calls: 7 };

/**
 * From a visitor's message to its being taken, to the first words of its answer, and to its end, through the whole local
 * cloud: edge, WebSocket API, functions, table, index, and a model that answers at once. One question at a time, so that
 * what is measured is the way and not the queue. Beside it, turn by turn, a frame that the same function answers with
 * nothing to do and a call of the table: what the machine makes slower, it makes slower with them.
 */
export const chat: Part = async ({ data, progress }) => {
  const [set] = datasetsIn(data);
  if (!set) throw new Error(`${data} has no set`);
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-cloud-'));
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  try {
    const address = addressOf(cloud);
    progress(`chat: uploading ${set.dataset.passages.length} passages`);
    const bot = await botWith(address, set);
    progress(`chat: ${VISITORS} visitors ask ${WARM_UP + QUESTIONS} questions each`);
    const visitors = await Promise.all(
      Array.from({ length: VISITORS }, (_, place) => openVisitor(address, bot, `127.0.0.${2 + place}`)),
    );
    const table = await operatorTable(address);
    const times: Times[] = [];
    const pings: number[] = [];
    const calls: number[] = [];
    for (let turn = 0; turn < WARM_UP + QUESTIONS; turn++) {
      for (const [index, visitor] of visitors.entries()) {
        const { questions } = set.dataset;
        const asked = questions[(turn * VISITORS + index) % questions.length];
        const took = await visitor.ask(asked?.question ?? '');
        if (turn < WARM_UP) continue;
        times.push(took);
        pings.push(await visitor.ping());
        const begun = performance.now();
        await table.set({ pk: 'BENCHMARK', sk: 'BENCHMARK' }, 'turn', turn);
        calls.push(performance.now() - begun);
      }
    }
    table.close();
    for (const visitor of visitors) visitor.close();
    // What the bot abstains from comes as a whole.
    const first = times.flatMap(({ firstDelta }) => firstDelta ?? []);
    const done = times.map((time) => time.done);
    const [ping, call] = [median(pings), median(calls)];
    const [accepted, words] = [median(times.map((time) => time.accepted)), median(first)];
    const least = (of: typeof ACCEPTING) => of.pings * ping + of.calls * call;
    return {
      'chat.ping_ms_p50': ping,
      'chat.table_call_ms_p50': call,
      'chat.accepted_ms_p50': accepted,
      'chat.accepted_of_least': accepted / least(ACCEPTING),
      'chat.first_delta_ms_p50': words,
      'chat.first_delta_of_least': words / least(FIRST_WORDS),
      'chat.first_delta_ms_p99': percentile(first, 0.99),
      'chat.done_ms_p50': median(done),
    };
  } finally {
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
};

/** Milliseconds since the message was sent. */
interface Times {
  readonly accepted: number;
  readonly firstDelta: number | undefined;
  readonly done: number;
}

async function botWith(cloud: CloudAddress, { language, dataset }: LanguageDataset): Promise<Bot> {
  const user = await newUser(cloud, { language });
  const bot = await user.call<Bot>('createBot', { body: { name: 'Benchmark', language, deploy: true } });
  const content = dataset.passages.map(({ title, text }) => `# ${title || 'Text'}\n\n${text}\n`).join('\n');
  const uploaded = await uploadDocument(user, bot.id, { fileName: 'benchmark.md', content });
  const { status, failureReason } = await processed(user, uploaded);
  if (status !== 'success') throw new Error(`the passages were not taken in: ${failureReason}`);
  return bot;
}

/** A visitor with an open socket, who is told each event when it comes. */
async function openVisitor(cloud: CloudAddress, { widgetId }: Bot, from: string) {
  const origin = cloud.addresses.customer;
  const grant = await apiClient(cloud, undefined, { origin, from }).call<SessionGrant>('openSession', {
    path: { widgetId },
    body: {},
  });
  const socket = await connect(`${grant.socketUrl}?ticket=${encodeURIComponent(grant.ticket)}`, origin);
  return { ask: (text: string) => ask(socket, text), ping: () => ping(socket), close: () => socket.close() };
}

/** What comes next on a socket where nothing is under way is the pong. */
async function ping(socket: WebSocket): Promise<number> {
  const begun = performance.now();
  socket.send(JSON.stringify({ type: 'ping' }));
  await once(socket, 'message');
  return performance.now() - begun;
}

/** One question at a time is asked on a socket: the next delta is of its answer. */
function ask(socket: WebSocket, text: string): Promise<Times> {
  return new Promise((resolve, reject) => {
    let [accepted, firstDelta]: (number | undefined)[] = [];
    const closed = () => reject(new Error('the socket was closed before the answer came'));
    const end = () => socket.off('message', receive).off('close', closed);
    const receive = (data: Buffer) => {
      const since = performance.now() - begun;
      const event = ServerEvent.parse(JSON.parse(data.toString()));
      if (event.type === 'message.accepted') accepted ??= since;
      if (event.type === 'answer.delta') firstDelta ??= since;
      if (event.type === 'answer.done') {
        end();
        resolve({ accepted: accepted ?? Number.NaN, firstDelta, done: since });
      }
      if (event.type === 'error' || event.type === 'answer.failed') {
        end();
        reject(new Error(`"${text}" was answered with ${JSON.stringify(event)}`));
      }
    };
    socket.on('message', receive).on('close', closed);
    const begun = performance.now();
    socket.send(JSON.stringify({ type: 'message.send', id: crypto.randomUUID(), text }));
  });
}
