import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Bot } from '#contract/bots/bots';
import type { SessionGrant } from '#contract/conversations/widget';
import type { CloudAddress } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { addressOfCommand, freePort, startCommand } from '#test/helpers/command';
import { familyOf, nameOf, signal } from '#test/helpers/processes';
import { request } from '#test/helpers/request';
import { starve } from '#test/helpers/starve';
import { apiClient } from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { operatorTable } from '#test/integration/table';
import { type Figures, type Part, prefixed } from '../figures';

/** Of each kind: those who speak over a bare socket, and widgets. */
const VISITORS = 10;
/** Of each: 500 in all. */
const MESSAGES = 25;
const BETWEEN_MS = 1_500;
/** How long all that was said may be without an outcome, once there is time for it. */
const SETTLING_MS = 180_000;
const KILLS_EVERY_MS = 400;

/**
 * Whether anything that a visitor says is lost without a word where the machine has a tenth of a core, and where the
 * function that takes messages is killed at random: over a bare socket each message is acknowledged, refused, or its
 * socket closed, and a widget sends again until it is taken.
 */
export const starved: Part = async ({ progress }) => {
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-starved-'));
  const port = await freePort();
  const command = await startCommand(port, state);
  try {
    const cloud = await addressOfCommand(port, state);
    const { owner, bot } = await answeringBot(cloud);
    const table = await operatorTable(cloud);
    await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'enterprise');
    table.close();
    const pid = command.pid ?? process.pid;
    const during = async (subject: string, begin: () => () => void) => {
      progress(`starved: ${2 * VISITORS * MESSAGES} messages, ${subject}`);
      return prefixed(`starved.${subject}`, await said(cloud, bot, begin));
    };
    return {
      ...(await during('tenth', () => starve(pid))),
      ...(await during('killed', () => killing(pid))),
    };
  } finally {
    await command.stop();
    await rm(state, { recursive: true, force: true });
  }
};

/** Of the widget, what is used here: its sources know a browser's names, which these don't. */
interface Widget {
  readonly entries: readonly {
    readonly author: string;
    readonly id: string | null;
    readonly status: string;
  }[];
  send(text: string): void;
}
interface WidgetModules {
  createConversation(options: object): Widget;
  ApiError: new (code?: string) => Error;
}

async function widgetModules(): Promise<WidgetModules> {
  const of = (name: string) => import(new URL(`../../../widget/src/${name}.ts`, import.meta.url).href);
  const [{ createConversation }, { ApiError }] = (await Promise.all(['conversation', 'api'].map(of))) as [
    Pick<WidgetModules, 'createConversation'>,
    Pick<WidgetModules, 'ApiError'>,
  ];
  return { createConversation, ApiError };
}

/** Kills instances of the function that takes messages, until the function that this gives is called. */
function killing(pid: number): () => void {
  const timer = setInterval(() => {
    const instances = familyOf(pid).filter((each) => /MessageFunction/.test(nameOf(each)));
    const one = instances[Math.floor(Math.random() * instances.length)];
    if (one !== undefined) signal(one, 'SIGKILL');
  }, KILLS_EVERY_MS);
  return () => clearInterval(timer);
}

/** What came of all that was said meanwhile. */
async function said(cloud: CloudAddress, bot: Bot, begin: () => () => void): Promise<Figures> {
  const places = Array.from({ length: VISITORS }, (_, place) => place);
  const sockets = await Promise.all(
    // What was said before may still keep it busy: a socket that is refused is asked for again.
    places.map((place) =>
      waitFor('a socket', () => openSocket(cloud, bot, `127.0.0.${2 + place}`).catch(() => undefined)),
    ),
  );
  const ending = new AbortController();
  // Of all widgets.
  setMaxListeners(0, ending.signal);
  const modules = await widgetModules();
  const widgets = places.map((place) =>
    openWidget(modules, cloud, bot, `127.0.0.${20 + place}`, ending.signal),
  );
  const end = begin();
  for (let message = 0; message < MESSAGES; message += 1) {
    for (const socket of sockets) socket.say('How long is the frame guaranteed?');
    for (const widget of widgets) widget.send('How long is the frame guaranteed?');
    await sleep(BETWEEN_MS);
  }
  end();
  const until = Date.now() + SETTLING_MS;
  const silentOnes = () =>
    sum(sockets.map((socket) => socket.outcome().silent)) + widgets.flatMap(sending).length;
  while (silentOnes() > 0 && Date.now() < until) await sleep(500);
  const raw = sockets.map((socket) => socket.outcome());
  const entries = widgets.flatMap(({ entries: all }) => all.filter(({ author }) => author === 'visitor'));
  const figures = {
    'socket.acknowledged': sum(raw.map(({ acknowledged }) => acknowledged)),
    ...refusals(raw.flatMap(({ reasons }) => reasons)),
    'socket.closed': sum(raw.map(({ closed }) => closed)),
    'socket.silent': sum(raw.map(({ silent }) => silent)),
    'widget.taken': entries.filter(({ id }) => id !== null).length,
    'widget.told_of_failure': entries.filter(({ status }) => status === 'failed').length,
    'widget.silent': widgets.flatMap(sending).length,
  };
  ending.abort();
  for (const socket of sockets) socket.end();
  return figures;
}

/** Messages of theirs that were neither taken nor refused yet. */
function sending({ entries }: Widget) {
  return entries.filter(
    ({ author, id, status }) => author === 'visitor' && id === null && status === 'sending',
  );
}

/** Messages that were refused, in all and by why. */
function refusals(reasons: readonly string[]): Figures {
  return {
    'socket.refused': reasons.length,
    ...Object.fromEntries(
      [...new Set(reasons)].map((reason) => [
        `socket.refused.${reason}`,
        reasons.filter((each) => each === reason).length,
      ]),
    ),
  };
}

/** What a socket says of a message; without a type, API Gateway itself. */
type Told =
  | { readonly type: 'message.accepted'; readonly message: { readonly clientMessageId: string } }
  | { readonly type: 'error'; readonly code: string; readonly id?: string }
  | { readonly type: undefined };

async function openSocket(cloud: CloudAddress, { widgetId }: Bot, from: string) {
  const origin = cloud.addresses.customer;
  const grant = await apiClient(cloud, undefined, { origin, from }).call<SessionGrant>('openSession', {
    path: { widgetId },
    body: {},
  });
  const socket = await connect(`${grant.socketUrl}?ticket=${encodeURIComponent(grant.ticket)}`, origin);
  const sent = new Set<string>();
  const told = new Map<string, string>();
  let [acknowledged, unnamed] = [0, 0];
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const event = JSON.parse(data.toString()) as Told;
    if (event.type === 'message.accepted') {
      if (sent.delete(event.message.clientMessageId)) acknowledged += 1;
    } else if (event.type === 'error' && event.id !== undefined) {
      if (sent.delete(event.id)) told.set(event.id, event.code);
    }
    // API Gateway's own, where a function failed or was late: it says not of which message.
    else if (event.type === undefined) unnamed += 1;
  });
  return {
    say(text: string) {
      if (socket.readyState !== WebSocket.OPEN) return;
      const id = crypto.randomUUID();
      sent.add(id);
      socket.send(JSON.stringify({ type: 'message.send', id, text }));
    },
    /** What has no outcome on a socket that is closed has that one. */
    outcome() {
      const failed = Math.min(sent.size, unnamed);
      const left = sent.size - failed;
      const isClosed = socket.readyState !== WebSocket.OPEN;
      return {
        acknowledged,
        reasons: [...told.values(), ...Array<string>(failed).fill('failed_function')],
        closed: isClosed ? left : 0,
        silent: isClosed ? 0 : left,
      };
    },
    end: () => socket.terminate(),
  };
}

/** The widget's own conversation, which knows no browser but what is given here. */
function openWidget(
  { createConversation, ApiError }: WidgetModules,
  cloud: CloudAddress,
  { widgetId }: Bot,
  from: string,
  signal: AbortSignal,
): Widget {
  const origin = cloud.addresses.customer;
  Object.assign(globalThis, {
    WebSocket: class extends WebSocket {
      constructor(address: string) {
        const { host, port, pathname, search } = new URL(address);
        super(`ws://127.0.0.1:${port}${pathname}${search}`, { headers: { host, origin } });
        this.on('error', () => {});
      }
    },
    location: new URL(origin),
    document: { hidden: false },
    addEventListener: () => {},
  });
  const call = async <T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> => {
    const answer = await request(`${cloud.addresses.app}/api/widget/${widgetId}/${path}`, {
      method,
      from,
      headers: { origin, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: body as object }),
    }).catch(() => null);
    const json = answer && answer.body.length > 0 ? answer.json() : undefined;
    if (!answer || answer.status >= 400)
      throw new ApiError((json as { error?: { code?: string } } | undefined)?.error?.code);
    return json as T;
  };
  const api = { call, openSession: (body: unknown) => call('POST', 'sessions', null, body) };
  return createConversation({
    api,
    storageKey: null,
    timeout: () => 30,
    language: 'en',
    signal,
    onChange: () => {},
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
