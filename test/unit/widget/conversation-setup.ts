import { afterEach, beforeEach, vi } from 'vitest';
import type { ConversationState, Message } from '#contract/conversations/conversations';
import type { MessageList, SentMessage, SessionGrant } from '#contract/conversations/widget';
import type { Api } from '#widget/api';
import { createConversation } from '#widget/conversation';

/** The server's side of a socket, as far as the conversation sees it. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static opens = true;
  readonly sent: { type: string; id?: string; text?: string }[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
    queueMicrotask(() => {
      if (!FakeSocket.opens) return this.end(1006);
      this.readyState = 1;
      this.onopen?.();
    });
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame));
  }
  close() {
    this.end(1000);
  }
  end(code: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(event: unknown) {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
  get messages() {
    return this.sent.filter((event) => event.type === 'message.send');
  }
}

export const ACTIVE: ConversationState = {
  revision: 0,
  status: 'active',
  agentName: null,
  deliveredThrough: null,
  readThrough: null,
  reachable: false,
  stars: null,
};

/** The calls of a conversation, one by one. */
export interface Server extends Api {
  sendMessage(token: string, body: unknown): Promise<SentMessage>;
  listMessages(token: string, after: string | null): Promise<MessageList>;
}

let counter = 0;
export const stored = (author: Message['author'], fields: Partial<Record<keyof Message, unknown>>): Message =>
  ({
    id: `m${String(++counter).padStart(6, '0')}`,
    conversationId: 'c',
    author,
    text: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    clientMessageId: null,
    inReplyTo: null,
    kind: author === 'bot' ? 'generated' : null,
    citations: [],
    ...fields,
  }) as Message;

export const storage = () => ({}) as Record<string, string>;
/** What begins from now on does so in a tab of its own. */
export const newTab = () => vi.stubGlobal('sessionStorage', storage());

export const settle = () => vi.advanceTimersByTimeAsync(0);
export const socket = () => FakeSocket.all.at(-1) as FakeSocket;

/** What the server of a test has and answers; each test begins with one of its own. */
export const server = {} as {
  history: Message[];
  api: { [NAME in keyof Server]: ReturnType<typeof vi.fn<Server[NAME]>> };
  state: ConversationState;
};

/** Gives each test of a file a browser and a server of its own. */
export function prepareConversations(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    FakeSocket.opens = true;
    server.history = [];
    server.state = { ...ACTIVE };
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/bikes' });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('localStorage', storage());
    newTab();
    server.api = {
      openSession: vi.fn<Api['openSession']>(
        async () =>
          ({
            token: 'token',
            ticket: 'ticket',
            socketUrl: 'wss://app.example/socket',
            conversationId: 'c',
            expiresAt: '2026-01-02T00:00:00.000Z',
            messages: server.history,
            state: server.state,
          }) as unknown as SessionGrant,
      ),
      sendMessage: vi.fn<Server['sendMessage']>(),
      listMessages: vi.fn<Server['listMessages']>(async () => ({ items: [], state: server.state })),
      call: vi.fn<Api['call']>(async () => undefined as never),
    };
  });
  afterEach(() => vi.useRealTimers());
}

const byPath = (method: string, path: string, token: string, body?: unknown): Promise<unknown> => {
  if (path === 'messages' && method === 'POST') return server.api.sendMessage(token, body);
  if (path.startsWith('messages?after=') || path === 'messages')
    return server.api.listMessages(token, path.split('after=')[1] ?? null);
  return server.api.call(method, path, token, body);
};
export const start = (signal = new AbortController().signal, minutes = 30) =>
  createConversation({
    api: { openSession: server.api.openSession, call: byPath as Api['call'] },
    storageKey: 'parley.widget.abcd1234',
    timeout: () => minutes,
    language: 'en',
    signal,
    onChange: () => {},
  });

/** Asks, and has the server accept it. */
export async function asked(conversation: ReturnType<typeof start>, text = 'hello') {
  conversation.send(text);
  await settle();
  const sent = socket().messages.at(-1);
  const message = stored('visitor', { clientMessageId: sent?.id, text });
  socket().say({ type: 'message.accepted', id: sent?.id, message });
  return message;
}
/** Has the server answer it. */
export function answers(message: Message, text: string) {
  const answer = stored('bot', { inReplyTo: message.id, text });
  socket().say({
    type: 'answer.done',
    inReplyTo: message.id,
    message: answer,
    kind: 'generated',
    citations: [],
  });
  return answer;
}

export const withPerson = (changes: Partial<ConversationState> = {}) => {
  server.state = { ...ACTIVE, status: 'escalated', ...changes };
  socket().say({ type: 'conversation.state', conversationId: 'c', state: server.state });
};

/** Keeps the next answer of a call until the test gives it. */
export const held = <T>(call: { mockImplementationOnce(answer: () => Promise<T>): unknown }) => {
  const deferred = {} as { resolve: (value: T) => void; reject: (error: unknown) => void };
  const promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  call.mockImplementationOnce(() => promise);
  return deferred;
};
