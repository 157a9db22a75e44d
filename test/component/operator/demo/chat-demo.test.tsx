import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicBot } from '#contract/bots/public-bot';
import type { WidgetScript } from '#widget/launch';
import { fallbackBot } from '../../../../web/src/features/operator/demo/fallback';
import { renderPublicPage, server } from '../../harness/render';
import { refuse } from '../../harness/server';

const BOT: PublicBot = {
  ...fallbackBot('en'),
  widgetId: 'abcd1234' as PublicBot['widgetId'],
  welcomeMessage: 'Ask about the library.',
};
const DEMO = { widgets: { en: BOT.widgetId, de: BOT.widgetId }, help: null };

/** What was put on the page in the chat's frame, where none of it is loaded. */
let put: (string | Node)[];

beforeEach(() => {
  put = [];
  const page = document.implementation.createHTMLDocument();
  vi.spyOn(page.body, 'append').mockImplementation((...nodes) => void put.push(...nodes));
  const view = { CSSStyleSheet, WebSocket };
  vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(page);
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(view as unknown as Window);
  vi.stubGlobal('ResizeObserver', Room);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', ((input, init) =>
    // The edge serves the bot's configuration.
    input === `/w/${BOT.widgetId}.json`
      ? Promise.resolve(Response.json(BOT))
      : fetch(input, init)) satisfies typeof fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the demo of the chat', () => {
  it('says that it could not be started, and shows what is built in until its bot is there', async () => {
    const { user } = await renderPublicPage('/chat-demo', { server: { getDemo: refuse('network.failed') } });
    await user.click(await screen.findByRole('button', { name: 'Use the built-in configuration' }));
    expect(await screen.findByText(/^You see the chat with its built-in configuration/)).toBeInTheDocument();
    expect(failure()).toBeNull();
    expect(await shown()).toMatchObject({ welcomeMessage: 'Hello! How can I help you today?' });

    server.answer({ getDemo: DEMO });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Connects with your first message')).toBeInTheDocument();
    expect(screen.queryByText(/built-in configuration/)).toBeNull();
    expect(await shown()).toMatchObject({ welcomeMessage: 'Ask about the library.' });
  });

  it.each([
    ['its script', async () => void script().dispatchEvent(new Event('error'))],
    ['what its script loads', async () => void (await vi.advanceTimersByTimeAsync(20_000))],
  ])('says that the chat did not come, and tries again: %s', async (_, fail) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = await renderPublicPage('/chat-demo', { server: { getDemo: DEMO } });
    await shown();
    expect(failure()).toBeNull();
    await act(fail);
    expect(failure()).toBeInTheDocument();
    // What is built in would need the same files.
    expect(screen.queryByRole('button', { name: 'Use the built-in configuration' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await shown()).toMatchObject({ welcomeMessage: 'Ask about the library.' });
    expect(failure()).toBeNull();
  });
});

const failure = () => screen.queryByRole('heading', { name: 'The demo could not be started' });
const script = () => put.at(-1) as WidgetScript;

/** What the chat in the frame is to show, once the frame has its page. */
async function shown(): Promise<PublicBot | undefined> {
  const frame = await screen.findByTitle('Demo chat');
  await act(async () => frame.dispatchEvent(new Event('load')));
  return script().parley?.config;
}

/** Frames are drawn where there is room, and a simulated browser lays nothing out. */
class Room {
  constructor(private readonly tell: ResizeObserverCallback) {}
  observe(): void {
    this.tell([{ contentRect: { width: 800 } } as ResizeObserverEntry], this as never);
  }
  disconnect(): void {}
  unobserve(): void {}
}
