import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '../harness/render';
import { refuse } from '../harness/server';
import { addWidget, openWebsite, WIDGET_ID } from '../harness/website';
import { delayFiles, withholdFiles } from '../harness/widget-files';

const stored = () => [localStorage.length, sessionStorage.length, document.cookie];
const told = () => server.calls('countVisit').map(({ body }) => body.event);
const bubble = (host: HTMLElement) => host.shadowRoot?.querySelector<HTMLElement>('.greeting');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the launcher', () => {
  it('says whether it opens or closes the chat, and Escape closes from there as well', async () => {
    const { launcher, open, panel } = await openWebsite();
    const state = () => [launcher.getAttribute('aria-label'), launcher.getAttribute('aria-expanded')];
    expect(state()).toEqual(['Open chat', null]);
    await open();
    expect(state()).toEqual(['Close chat', 'true']);
    fireEvent.keyDown(launcher, { key: 'Escape' });
    expect(panel().hidden).toBe(true);
    expect(state()).toEqual(['Open chat', 'false']);
  });

  it('says that the chat is offline while it cannot be loaded, and tries again with the next click', async () => {
    const { launcher, open } = await openWebsite();
    const deliver = withholdFiles(/^en-/);
    fireEvent.click(launcher);
    await waitFor(() => expect(launcher.validationMessage).toBe('Chat offline'));
    deliver();
    await open();
  });

  it('loads and stores nothing before the first action; pages shown and openings are counted', async () => {
    delayFiles(/./);
    const { launcher, panel } = await openWebsite();
    await waitFor(() => expect(told()).toEqual(['shown']));
    expect(panel()).toBeNull();
    expect(stored()).toEqual([0, 0, '']);
    expect(launcher.getAttribute('aria-label')).toBe('Open chat');
  });

  it('knows its bot by the address of the script where a tag manager has dropped the attributes', async () => {
    await openWebsite();
    document.querySelector('div[data-widget-id]')?.remove();
    const host = await addWidget({}, `?id=${WIDGET_ID}`);
    expect(host?.dataset.widgetId).toBe(WIDGET_ID);
  });

  it('says in the console that a script names no bot, and paints nothing', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await addWidget({})).toBeUndefined();
    expect(said).toHaveBeenCalledWith(expect.stringContaining('no bot'));
  });

  it('counts an opening once, and stores nothing for it', async () => {
    const { launcher, open } = await openWebsite();
    await open();
    fireEvent.click(launcher);
    await open();
    expect(told()).toEqual(['shown', 'opened']);
    expect(stored()).toEqual([0, 0, '']);
  });

  it('tells again that the page was shown where too many told it at once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openWebsite({ server: { countVisit: refuse('server.unavailable') as never } });
    await waitFor(() => expect(told()).toHaveLength(1));
    server.answer({ countVisit: undefined });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(told()).toEqual(['shown', 'shown']);
  });

  it('is taken off where nobody published the bot, whatever the page says and however late parts come', async () => {
    const arrive = delayFiles(/^commands/);
    await openWebsite({ isPublished: false, commands: [['open']] });
    const hosts = () => document.querySelectorAll('div[data-widget-id]').length;
    await waitFor(() => expect(hosts()).toBe(0));
    arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect(hosts()).toBe(0);
  });

  it.each(['embedded', 'hybrid'])(
    'that is taken off while its place in the page loads stays away: %s',
    async (mode) => {
      const arrive = delayFiles(/^placement/);
      const { host } = await openWebsite({ attributes: { mode } });
      await waitFor(() => expect(host.shadowRoot?.querySelector('.panel')).not.toBeNull());
      host.dispatchEvent(new Event('parley:remove'));
      expect(host.isConnected).toBe(false);
      const left = document.documentElement.innerHTML;
      arrive();
      await new Promise((resolve) => setTimeout(resolve));
      expect(document.documentElement.innerHTML).toBe(left);
      expect(host.isConnected).toBe(false);
    },
  );
});

describe('a greeting', () => {
  const bot = { greetingMessage: 'Questions about tents?' };

  it('stands beside the launcher until the chat is opened by it, and keeps quiet in this tab once dismissed', async () => {
    const { host, panel } = await openWebsite({ bot });
    await waitFor(() => expect(bubble(host)?.hidden).toBe(false));
    const [text] = bubble(host)?.querySelectorAll('button') ?? [];
    expect(text?.textContent).toBe('Questions about tents?');
    expect(stored()).toEqual([0, 0, '']);
    fireEvent.click(text as HTMLElement);
    expect(panel().hidden).toBe(false);
    expect(bubble(host)?.hidden).toBe(true);
    fireEvent.keyDown(panel(), { key: 'Escape' });
    host.dispatchEvent(new Event('parley:remove'));
    const again = await addWidget({ widgetId: WIDGET_ID });
    await waitFor(() => expect(bubble(again as HTMLElement)).toBeTruthy());
    expect(bubble(again as HTMLElement)?.hidden).toBe(true);
  });
});

describe('a chat that opens by itself', () => {
  const bot = { autoOpen: true, greetingMessage: 'Questions about tents?' };

  it('takes no focus and stores nothing', async () => {
    const { panel } = await openWebsite({ bot });
    await waitFor(() => expect(panel()?.hidden).toBe(false));
    expect(document.activeElement?.hasAttribute('data-widget-id')).toBe(false);
    expect(stored()).toEqual([0, 0, '']);
  });

  it('stays closed on another page of the same visit', async () => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/before`);
    const { host, panel } = await openWebsite({ bot });
    await waitFor(() => expect(bubble(host)?.hidden).toBe(false));
    expect(panel().hidden).toBe(true);
  });

  it('stays closed where it would cover the whole window', async () => {
    const { matchMedia } = window;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('max-width: 480px')
        ? Object.assign(matchMedia.call(window, 'all'), {})
        : matchMedia.call(window, query),
    );
    const { host, panel } = await openWebsite({ bot });
    await waitFor(() => expect(bubble(host)?.hidden).toBe(false));
    expect(panel().hidden).toBe(true);
  });
});
