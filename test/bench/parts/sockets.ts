import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Bot } from '#contract/bots/bots';
import type { SessionGrant } from '#contract/conversations/widget';
import { ServerEvent } from '#contract/socket';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { apiClient } from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { operatorTable } from '#test/integration/table';
import { type Part, percentile } from '../figures';

const SOCKETS = 1_000;
const QUESTIONS = 2;
/**
 * One address may open 120 sessions a minute, and a network has a share as well; this machine has as many of both as it
 * likes.
 */
const NETWORKS = 20;
const OPENING_AT_ONCE = 20;
/** Questions under way at once. Two cores answer some ten a second: with more, what is measured is the queue. */
const ASKING_AT_ONCE = 8;
/** A bot takes 900 questions a minute of all of its visitors. */
const LEAST_MS_A_QUESTION = 70;
/** After the last question, for what comes late or twice. */
const SETTLING_MS = 5_000;
const GIVING_UP_MS = 60_000;
const QUESTION = 'Within how many days may I return the bicycle?';

/**
 * A thousand visitors with open sockets, each of whom asks: how long a message takes to be taken, and its answer to be
 * there, and how many of both are lost or come twice.
 */
export const sockets: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-sockets-'));
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  try {
    const address = addressOf(cloud);
    const bot = await busyBot(address);
    progress(`sockets: opening ${SOCKETS}`);
    const begun = performance.now();
    const visitors = await openAll(address, bot);
    const openedMs = performance.now() - begun;
    progress(`sockets: each asks ${QUESTIONS} questions`);
    const asked = await askAll(visitors);
    await sleep(SETTLING_MS);
    const open = visitors.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
    for (const { socket } of visitors) socket.terminate();
    const accepted = asked.flatMap(({ acceptedMs }) => acceptedMs ?? []);
    const answered = asked.flatMap(({ answeredMs }) => answeredMs ?? []);
    const refusals = new Set(asked.flatMap(({ refused }) => refused ?? []));
    if (refusals.size) progress(`sockets: refused with ${[...refusals].join(', ')}`);
    return {
      'sockets.open': open.length,
      'sockets.opened_per_s': (visitors.length / openedMs) * 1_000,
      'sockets.questions': asked.length,
      'sockets.accepted_ms_p50': percentile(accepted, 0.5),
      'sockets.accepted_ms_p99': percentile(accepted, 0.99),
      'sockets.answered_ms_p50': percentile(answered, 0.5),
      'sockets.answered_ms_p99': percentile(answered, 0.99),
      'sockets.refused': asked.filter(({ refused }) => refused).length,
      'sockets.late': asked.filter(({ late }) => late).length,
      'sockets.lost': asked.filter((one) => !one.refused && (one.accepted === 0 || one.answers === 0)).length,
      'sockets.doubled': asked.filter((one) => one.accepted > 1 || one.answers > 1).length,
    };
  } finally {
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
};

/** One whose plan allows as many conversations. */
async function busyBot(cloud: CloudAddress): Promise<Bot> {
  const { owner, bot } = await answeringBot(cloud);
  const table = await operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'enterprise');
  table.close();
  return bot;
}

async function openAll(cloud: CloudAddress, bot: Bot): Promise<readonly Visitor[]> {
  const visitors: Visitor[] = [];
  await atOnce(OPENING_AT_ONCE, SOCKETS, async (place) => {
    visitors.push(await openVisitor(cloud, bot, `127.${2 + (place % NETWORKS)}.0.1`));
  });
  return visitors;
}

async function askAll(visitors: readonly Visitor[]): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  await atOnce(ASKING_AT_ONCE, visitors.length * QUESTIONS, async (place) => {
    const visitor = visitors[place % visitors.length] as Visitor;
    const [one] = await Promise.all([visitor.ask(QUESTION), sleep(LEAST_MS_A_QUESTION * ASKING_AT_ONCE)]);
    asked.push(one);
  });
  return asked;
}

/** What came of one question. Goes on being counted after it was answered. */
interface Asked {
  acceptedMs?: number;
  answeredMs?: number;
  accepted: number;
  answers: number;
  /** With a reason: before it was taken, or in the place of its answer. */
  refused?: string;
  /** Its answer was not there when its visitor gave up waiting; it may have come later. */
  late?: boolean;
}

interface Visitor {
  readonly socket: WebSocket;
  /** Asks, and gives up waiting for the answer after a minute. */
  ask(text: string): Promise<Asked>;
}

async function openVisitor(cloud: CloudAddress, { widgetId }: Bot, from: string): Promise<Visitor> {
  const origin = cloud.addresses.customer;
  const grant = await apiClient(cloud, undefined, { origin, from }).call<SessionGrant>('openSession', {
    path: { widgetId },
    body: {},
  });
  const socket = await connect(`${grant.socketUrl}?ticket=${encodeURIComponent(grant.ticket)}`, origin);
  const listeners = new Set<(event: ServerEvent) => void>();
  socket.on('message', (data) => {
    const event = ServerEvent.parse(JSON.parse(data.toString()));
    for (const listener of listeners) listener(event);
  });
  return {
    socket,
    ask(text) {
      const asked: Asked = { accepted: 0, answers: 0 };
      const id = crypto.randomUUID();
      const begun = performance.now();
      const answered = new Promise<void>((resolve) => {
        let messageId: string | undefined;
        listeners.add((event) => {
          const since = performance.now() - begun;
          if (event.type === 'message.accepted' && event.id === id) {
            messageId = event.message.id;
            asked.acceptedMs ??= since;
            asked.accepted += 1;
          } else if (event.type === 'answer.done' && event.inReplyTo === messageId) {
            asked.answeredMs ??= since;
            asked.answers += 1;
            resolve();
          } else if (
            (event.type === 'error' && event.id === id) ||
            (event.type === 'answer.failed' && event.inReplyTo === messageId)
          ) {
            asked.refused = event.code;
            resolve();
          }
        });
      });
      socket.send(JSON.stringify({ type: 'message.send', id, text }));
      const gaveUp = sleep(GIVING_UP_MS, undefined, { ref: false }).then(() => {
        asked.late = asked.answers === 0 && !asked.refused;
      });
      return Promise.race([answered, gaveUp]).then(() => asked);
    },
  };
}

/** Does `count` things, so many at a time. */
async function atOnce(width: number, count: number, act: (place: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let place = next++; place < count; place = next++) await act(place);
  };
  await Promise.all(Array.from({ length: width }, work));
}
