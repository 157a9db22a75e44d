import { fireEvent, waitFor, within } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import type * as z from 'zod';
import { messageIdOf } from '#contract/base/message-ids';
import { BotConfig, botDefaults } from '#contract/bots/bot-config';
import type { PublicBot } from '#contract/bots/public-bot';
import { ConversationState, Message } from '#contract/conversations/conversations';
import type { SessionGrant } from '#contract/conversations/widget';
import { publicBot } from '#core/bots/public-bot';
import { server } from './render';
import type { Answers } from './server';
import { type SentFrame, VisitorSocket } from './visitor-socket';
import { runLoader } from './widget-files';

export const WIDGET_ID = 'abcd1234';
const AT = '2026-03-02T09:00:00.000Z';

export interface WebsiteOptions {
  /** Of the bot, as somebody has published it; null: the edge does not answer. */
  readonly bot?: Partial<BotConfig> | null;
  readonly name?: string;
  readonly paused?: boolean;
  /** Whether there is such a bot for this website. */
  readonly isPublished?: boolean;
  /** Of the script tag. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Of the visitor's browser. */
  readonly language?: string;
  /** What was called before the script. */
  readonly commands?: readonly (readonly unknown[])[];
  readonly server?: Answers;
  /** In place of what a new conversation is granted. */
  readonly grant?: Partial<z.input<typeof SessionGrant>>;
}

export type Website = Awaited<ReturnType<typeof openWebsite>>;

/** A customer's page that carries the built widget, launcher and chat; the API is the test's server. */
export async function openWebsite(options: WebsiteOptions = {}) {
  const { bot = {}, name = 'Tents', paused = false } = options;
  const published = bot && publishedBot(bot, name, paused);
  setUp(options, published);
  server.answer({
    countVisit: undefined,
    openSession: grant(options.grant),
    listMessages: { items: [], state: state() },
    ...options.server,
  });
  const host = await addWidget({ ...options.attributes, widgetId: WIDGET_ID });
  const root = host?.shadowRoot as ShadowRoot;
  const panel = () => root.querySelector('.panel') as HTMLElement;
  const chat = () => within(panel());
  const launcher = root.querySelector('button') as HTMLButtonElement;

  const website = {
    host: host as HTMLElement,
    launcher,
    panel,
    chat,
    input: () => root.querySelector('.input') as HTMLTextAreaElement,
    /** Words in the messages, not where they are read out. */
    said: (words: string | RegExp) => within(root.querySelector('.log') as HTMLElement).findByText(words),
    /** Messages of an author that are shown, as texts. */
    messages: (author: 'visitor' | 'bot' | 'agent') =>
      [...root.querySelectorAll(`.log > .${author}:not([hidden])`)].map(({ textContent }) => textContent),
    async open() {
      fireEvent.click(launcher);
      await waitFor(() => {
        if (!panel() || panel().hidden) throw new Error('The chat is not open');
      });
    },
    write(text: string) {
      fireEvent.input(website.input(), { target: { value: text } });
    },
    /** Says something, and waits until it is on its way. */
    async say(text: string): Promise<SentFrame> {
      website.write(text);
      fireEvent.keyDown(website.input(), { key: 'Enter' });
      return website.sent(text);
    },
    async choose(label: string | RegExp) {
      fireEvent.click(await chat().findByRole('button', { name: label }));
    },
    async menu(label: string) {
      await website.choose('More');
      await website.choose(label);
    },
    /** The message of these words, once the chat has sent it. */
    sent: (text: string): Promise<SentFrame> =>
      waitFor(() => {
        const frame = sentFrames().findLast((sent) => sent.type === 'message.send' && sent.text === text);
        if (!frame) throw new Error(`Not sent: ${text}`);
        return frame;
      }),
    frames: sentFrames,
    socket,
    command: (...call: unknown[]) => window.Parley?.(...call),
    /** The server takes what was said; returned as it is stored. */
    accept({ id = '', text = '' }: SentFrame): Message {
      const message = sampleMessage({ author: 'visitor', clientMessageId: id, text });
      socket().say({ type: 'message.accepted', id: message.clientMessageId as never, message });
      return message;
    },
    /** The bot answers it. */
    answer(question: Message, text: string, fields: Partial<z.input<typeof Message>> = {}): Message {
      const message = sampleMessage({
        author: 'bot',
        kind: 'generated',
        inReplyTo: question.id,
        text,
        ...fields,
      });
      socket().say({
        type: 'answer.done',
        inReplyTo: question.id,
        message,
        kind: message.kind ?? 'generated',
        citations: message.citations,
      });
      return message;
    },
    /** Says something, which is taken and answered. */
    async ask(text: string, answer: string, fields: Partial<z.input<typeof Message>> = {}): Promise<Message> {
      return website.answer(website.accept(await website.say(text)), answer, fields);
    },
    /** Where the conversation stands now. */
    become(fields: Partial<z.input<typeof ConversationState>>): void {
      socket().say({
        type: 'conversation.state',
        conversationId: grant().conversationId as never,
        state: ConversationState.parse(state(fields)),
      });
    },
    /** What the edge serves from now on. */
    publish(fields: Partial<PublicBot>): void {
      Object.assign(published ?? {}, fields);
    },
  };
  return website;
}

/** Adds a script of the widget to the page; returns the newest widget's element. */
export async function addWidget(
  attributes: Readonly<Record<string, string>>,
  query = '',
): Promise<HTMLElement | undefined> {
  const script = document.createElement('script');
  Object.defineProperty(script, 'src', { value: `${location.origin}/widget.js${query}` });
  Object.assign(script.dataset, attributes);
  document.body.append(script);
  return runLoader(script);
}

/** Where a conversation stands, each time later than before. */
export function state(
  fields: Partial<z.input<typeof ConversationState>> = {},
): z.input<typeof ConversationState> {
  return {
    revision: ++revision,
    status: 'active',
    agentName: null,
    deliveredThrough: null,
    readThrough: null,
    reachable: false,
    stars: null,
    ...fields,
  };
}

export function grant(fields: Partial<z.input<typeof SessionGrant>> = {}): z.input<typeof SessionGrant> {
  return {
    token: 'token',
    ticket: 'ticket',
    socketUrl: 'wss://live.parley.test',
    conversationId: 'conversation-1',
    expiresAt: '2036-01-01T00:00:00.000Z',
    open: true,
    opensAt: null,
    paused: false,
    state: state(),
    messages: [],
    ...fields,
  };
}

/** The next message of the conversation. */
export function sampleMessage(fields: Partial<z.input<typeof Message>>): Message {
  return Message.parse({
    id: messageIdOf('conversation-1', ++sequence),
    conversationId: 'conversation-1',
    author: 'bot',
    authorName: null,
    text: '',
    createdAt: AT,
    clientMessageId: null,
    inReplyTo: null,
    kind: null,
    citations: [],
    prompt: null,
    attachment: null,
    thumb: null,
    ...fields,
  });
}

let sequence = 0;
let revision = 0;

function publishedBot(bot: Partial<BotConfig>, botName: string, paused: boolean): PublicBot {
  const config = BotConfig.parse({ ...botDefaults('en'), ...bot });
  return publicBot({ widgetId: WIDGET_ID as PublicBot['widgetId'], version: 1, botName, paused, config });
}

function sentFrames(): readonly SentFrame[] {
  return VisitorSocket.all.flatMap(({ sent }) => sent);
}

function socket(): VisitorSocket {
  const current = VisitorSocket.all.at(-1);
  if (!current) throw new Error('The chat has no socket yet');
  return current;
}

/** A browser and a page of its own; after the test they are as they were. */
function setUp(
  { language = 'en-GB', commands = [], isPublished = true }: WebsiteOptions,
  published: PublicBot | null,
): void {
  const { fetch, WebSocket } = globalThis;
  const { title } = document;
  sequence = revision = 0;
  VisitorSocket.all = [];
  VisitorSocket.opens = true;
  globalThis.WebSocket = VisitorSocket as unknown as typeof WebSocket;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!pathname.startsWith('/w/')) return server.fetch(input, init);
    if (!published || !pathname.includes(published.widgetId)) throw new TypeError('Failed to fetch');
    return isPublished ? Response.json(published) : new Response(null, { status: 404 });
  };
  Object.defineProperty(navigator, 'language', { value: language, configurable: true });
  reflectAria();
  if (commands.length > 0) Object.assign(window, { Parley: { q: [...commands] } });
  onTestFinished(() => {
    for (const host of document.querySelectorAll('div[data-widget-id]')) {
      host.dispatchEvent(new Event('parley:remove'));
      // Where its chat was never loaded nothing hears that.
      host.remove();
    }
    for (const script of document.querySelectorAll('script[data-widget-id]')) script.remove();
    Reflect.deleteProperty(window, 'Parley');
    Reflect.deleteProperty(navigator, 'language');
    document.title = title;
    Object.assign(globalThis, { fetch, WebSocket });
  });
}

/** As browsers have it: happy-dom keeps these properties without their attributes. */
function reflectAria(): void {
  for (const name of ['Expanded', 'Hidden', 'Invalid', 'Label', 'Modal', 'Pressed']) {
    const attribute = `aria-${name.toLowerCase()}`;
    Object.defineProperty(Element.prototype, `aria${name}`, {
      configurable: true,
      get(this: Element) {
        return this.getAttribute(attribute);
      },
      set(this: Element, value: string | null) {
        if (value === null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value);
      },
    });
  }
}
