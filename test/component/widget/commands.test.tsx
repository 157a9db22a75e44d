import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addWidget, openWebsite, WIDGET_ID } from '../harness/website';
import { withholdFiles } from '../harness/widget-files';

const QUESTION = 'Within how many days can I return a tent?';
const widgets = () => document.querySelectorAll('div[data-widget-id]').length;
const isOpen = (host: HTMLElement | undefined) =>
  host?.shadowRoot?.querySelector<HTMLElement>('.panel')?.hidden === false;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('commands of the page', () => {
  it('from before the script run once their part comes, and events go out', async () => {
    const heard: { readonly event: string }[] = [];
    const on = ['ready', 'open', 'message', 'answer'].map((event) => [
      'on',
      event,
      (detail: object) => heard.push({ event, ...detail }),
    ]);
    const deliver = withholdFiles(/^commands/);
    const site = await openWebsite({ commands: [...on, ['open']] });
    await waitFor(() => expect(site.panel()).toBeTruthy());
    expect(isOpen(site.host)).toBe(false);
    deliver();
    site.command('set', {});
    await waitFor(() => expect(isOpen(site.host)).toBe(true));
    await waitFor(() => expect(heard.map(({ event }) => event).sort()).toEqual(['open', 'ready']));
    await site.ask(QUESTION, 'Within forty days.');
    await waitFor(() =>
      expect(heard).toEqual(
        expect.arrayContaining([
          { event: 'message', widget: WIDGET_ID, author: 'visitor', text: QUESTION },
          { event: 'message', widget: WIDGET_ID, author: 'bot', text: 'Within forty days.' },
          { event: 'answer', widget: WIDGET_ID, text: 'Within forty days.' },
        ]),
      ),
    );
  });

  it('set fields of the right shape, and warn of the others', async () => {
    const site = await openWebsite({ bot: { theme: 'dark', position: 'top-left' } });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await site.open();
    expect(site.host.dataset).toMatchObject({ theme: 'dark', position: 'top-left' });
    site.command('set', { welcomeMessage: { en: 'Hi' }, starterQuestions: null, botName: 7, opening: {} });
    await waitFor(() => expect(warn.mock.calls.flat().join(' ')).toContain('welcomeMessage'));
    site.command('set', { botName: 'Tents for you', theme: 'light', position: 'bottom-left' });
    await site.chat().findByText('Tents for you');
    expect(site.host.dataset).toMatchObject({ theme: 'light', position: 'bottom-left' });
  });

  it('that are none, or have nothing to set or nobody to name, change nothing', async () => {
    const site = await openWebsite();
    await site.open();
    for (const call of [['nonsense'], ['set'], ['identify', null], ['constructor'], ['__defineGetter__']])
      expect(() => site.command(...call)).not.toThrow();
    site.command('toggle');
    await waitFor(() => expect(isOpen(site.host)).toBe(false));
    site.command('toggle');
    await waitFor(() => expect(isOpen(site.host)).toBe(true));
    site.command('destroy');
    expect(widgets()).toBe(0);
  });

  it('go to both of two widgets, or to the one that is named', async () => {
    const site = await openWebsite();
    const isFocused = () => document.activeElement?.hasAttribute('data-widget-id');
    site.command('open', { focus: false });
    await waitFor(() => expect(isOpen(site.host)).toBe(true));
    expect(isFocused()).toBe(false);
    // The same one again, as a page's tag manager may add it.
    await addWidget({ widgetId: WIDGET_ID });
    expect(widgets()).toBe(1);
    const other = await addWidget({ widgetId: 'zzzzzzzz', botName: 'The other', position: 'top-right' });
    fireEvent.click(other?.shadowRoot?.querySelector('button') as HTMLElement);
    await waitFor(() => expect(isOpen(other)).toBe(true));
    site.command('close');
    await waitFor(() => expect([isOpen(site.host), isOpen(other)]).toEqual([false, false]));
    site.command('open', { widget: WIDGET_ID });
    await waitFor(() => expect(isOpen(site.host)).toBe(true));
    expect(isOpen(other)).toBe(false);
    expect(isFocused()).toBe(true);
    site.command('destroy', { widget: 'zzzzzzzz' });
    expect(widgets()).toBe(1);
  });
});

describe('a widget that was taken down', () => {
  it('comes back where the page adds it again, and still does what was called before the first script', async () => {
    const site = await openWebsite({ commands: [['open']] });
    await waitFor(() => expect(isOpen(site.host)).toBe(true));
    site.command('destroy');
    // Taken down before its chat is there, and put up again at once, as a page of an app does that is left and entered.
    await addWidget({ widgetId: WIDGET_ID });
    site.command('destroy');
    const host = await addWidget({ widgetId: WIDGET_ID });
    await waitFor(() => expect(isOpen(host)).toBe(true));
    expect(widgets()).toBe(1);
  });
});

describe('embedded', () => {
  it('it is a region of the page that stands open, takes no focus and is not closed', async () => {
    const place = document.createElement('div');
    place.id = 'parley-chat';
    document.body.append(place);
    const site = await openWebsite({ attributes: { mode: 'embedded', target: '#parley-chat' } });
    await waitFor(() => expect(isOpen(site.host)).toBe(true));
    expect(place.contains(site.host)).toBe(true);
    expect(site.panel()).toHaveAttribute('role', 'region');
    expect(site.chat().queryByRole('button', { name: 'Close chat' })).toBeNull();
    expect(document.activeElement?.hasAttribute('data-widget-id')).toBe(false);
    fireEvent.keyDown(site.panel(), { key: 'Escape' });
    expect(isOpen(site.host)).toBe(true);
    place.remove();
  });
});
