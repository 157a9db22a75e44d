import { fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '../harness/render';
import { refuse } from '../harness/server';
import { VisitorSocket } from '../harness/visitor-socket';
import { grant, openWebsite, sampleMessage, state } from '../harness/website';

const QUESTION = 'Within how many days can I return a tent?';
const OFFLINE = 'We are <b>away</b>.';
const citation = {
  number: 1,
  documentId: 'doc-1',
  title: 'returns',
  page: null,
  heading: null,
  quote: 'Forty days.',
};

afterEach(() => {
  vi.useRealTimers();
});

describe('texts', () => {
  it('that carry markup are shown as they are', async () => {
    const welcome = '<img src=x onerror="document.title=1"> Hello!';
    const site = await openWebsite({ name: 'Tents <b>&', bot: { welcomeMessage: welcome } });
    await site.open();
    expect(site.panel().querySelector('.name')?.textContent).toBe('Tents <b>&');
    await site.said(welcome);
    const question = '<script>document.title=2</script> <img src=x onerror=document.title=3>';
    await site.ask(question, '<b onclick=x>bold</b>');
    expect(site.messages('visitor')[0]).toContain(question);
    expect(site.panel().querySelectorAll('img, script, .log b')).toHaveLength(0);
    expect(['1', '2', '3']).not.toContain(document.title);
  });

  it('of the script alone are shown as they are, where the configuration does not come', async () => {
    const site = await openWebsite({
      bot: null,
      attributes: {
        botName: '<img src=x onerror="document.title=7">',
        companyName: '"><script>document.title=8</script>',
        greeting: '<svg onload=document.title=9> [x](javascript:document.title=10)',
        logo: 'javascript:document.title=11',
        primaryColor: 'red;} * { display: none',
        position: 'bottom-right',
        mode: 'floating',
      },
    });
    await site.open();
    expect(site.panel().querySelector('.name')?.textContent).toBe('<img src=x onerror="document.title=7">');
    await site.said(/<svg onload=document.title=9>/);
    expect(site.panel().querySelectorAll('svg[onload], script, a[href^=javascript]')).toHaveLength(0);
  });

  it('keep lists, tables and code of an answer', async () => {
    const site = await openWebsite();
    await site.open();
    await site.ask(
      'How do I wash it?',
      'By **hand**:\n\n1. Shake it.\n2. Cold:\n   - no softener\n   - no bleach\n\n| Fabric | Degrees |\n|---|---:|\n| Cotton | **30** |\n\n```\ndry --slow\n*not bold*\n```',
    );
    const answer = (await site.said('hand')).closest('li') as HTMLElement;
    const texts = (selector: string) =>
      [...answer.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(texts('ol > li')).toHaveLength(2);
    expect(texts('ol > li > ul > li')).toEqual(['no softener', 'no bleach']);
    expect(texts('th')).toEqual(['Fabric', 'Degrees']);
    expect(texts('td')).toEqual(['Cotton', '30']);
    expect(texts('pre')[0]).toContain('dry --slow\n*not bold*');
    expect(answer.textContent).not.toMatch(/\*\*|```|---/);
  });
});

describe('what is written', () => {
  it('is not sent while it is too long, and the visitor reads by how much', async () => {
    const site = await openWebsite();
    await site.open();
    site.write('x'.repeat(100_000));
    fireEvent.keyDown(site.input(), { key: 'Enter' });
    site.chat().getByText('96000 characters too long');
    expect(site.chat().getByRole('button', { name: 'Send' })).toBeDisabled();
    expect(site.input()).toHaveAttribute('aria-invalid', 'true');
    expect(site.messages('visitor')).toEqual([]);
    expect(site.frames().filter(({ type }) => type === 'message.send')).toEqual([]);
    await site.say('x');
  });

  it('is not sent by the Enter that ends a composed word', async () => {
    const site = await openWebsite();
    await site.open();
    site.write(QUESTION);
    // As Safari tells of it.
    fireEvent.keyDown(site.input(), { key: 'Enter', keyCode: 229 });
    expect(site.input().value).toBe(QUESTION);
    fireEvent.keyDown(site.input(), { key: 'Enter' });
    expect(site.input().value).toBe('');
  });

  it('waits where the connection is lost, and goes on by itself', async () => {
    const site = await openWebsite();
    await site.open();
    await site.ask(QUESTION, 'Within forty days.');
    server.answer({ openSession: refuse('network.failed') });
    site.socket().drop();
    site.write('When do you open?');
    fireEvent.keyDown(site.input(), { key: 'Enter' });
    await site.chat().findByText('No connection. Your message will be sent once it is back.');
    server.answer({ openSession: grant() });
    await site.sent('When do you open?');
    expect(site.messages('visitor')).toHaveLength(2);
  });

  it('goes by HTTP where the network blocks sockets', async () => {
    const site = await openWebsite({
      server: {
        sendMessage: ({ body }) => {
          const message = sampleMessage({ author: 'visitor', clientMessageId: body.id, text: body.text });
          return {
            message,
            answer: sampleMessage({ kind: 'generated', inReplyTo: message.id, text: 'Within forty days.' }),
          };
        },
      },
    });
    VisitorSocket.opens = false;
    await site.open();
    site.write(QUESTION);
    fireEvent.keyDown(site.input(), { key: 'Enter' });
    await site.said('Within forty days.');
    expect(site.messages('visitor')).toHaveLength(1);
  });

  it('that was too much at once goes on by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const site = await openWebsite({ server: { openSession: refuse('request.rate_limited') } });
    await site.open();
    site.write(QUESTION);
    fireEvent.keyDown(site.input(), { key: 'Enter' });
    const told = /It continues by itself in a moment/;
    await site.chat().findByText(told);
    server.answer({ openSession: grant() });
    await vi.advanceTimersByTimeAsync(15_000);
    site.answer(site.accept(await site.sent(QUESTION)), 'Within forty days.');
    await site.said('Within forty days.');
    expect(site.chat().queryByText(told)).toBeNull();
  });

  it('is told as refused on a website that is not allowed, before it is sent', async () => {
    const site = await openWebsite({ server: { openSession: refuse('widget.site_not_allowed') } });
    await site.open();
    site.write('W');
    await site.chat().findByText('This chat is not set up for this website.');
  });

  it('past the plan finds the chat offline', async () => {
    const site = await openWebsite({
      bot: { offlineMessage: OFFLINE },
      server: { openSession: refuse('plan.conversations_exceeded') },
    });
    await site.open();
    site.write(QUESTION);
    fireEvent.keyDown(site.input(), { key: 'Enter' });
    await site.said(OFFLINE);
    await site.said(/This chat is not available at the moment/);
  });
});

describe('an answer', () => {
  it('is read out once and whole, without marks; what was said before the page was opened is not', async () => {
    const before = [sampleMessage({ author: 'bot', text: 'Said before.', kind: 'generated' })];
    const site = await openWebsite({ grant: { messages: before } });
    await site.open();
    const live = site.panel().querySelector('output') as HTMLElement;
    const spoken: (string | null)[] = [];
    new MutationObserver(() => spoken.push(live.textContent)).observe(live, {
      childList: true,
      subtree: true,
    });
    const question = site.accept(await site.say(QUESTION));
    site.socket().say({ type: 'answer.delta', inReplyTo: question.id, offset: 0, text: 'Within **forty' });
    site.answer(question, 'Within **forty** days [1].', { citations: [citation] });
    await site.chat().findByText('1 source');
    await waitFor(() => expect(spoken).toEqual([expect.stringMatching(/^Tents: Within forty days/)]));
    expect(spoken[0]).not.toMatch(/\[\d\]|\*\*/);
  });

  it('shows how far its question has come, can be stopped, and asked for anew', async () => {
    const site = await openWebsite({ bot: { responseDelay: 0 } });
    await site.open();
    const first = site.accept(await site.say(QUESTION));
    await site.chat().findByText('Sent');
    site.chat().getByRole('img', { name: 'Tents is writing …' });
    await site.choose('Stop answering');
    await site.said('Stopped.');
    site.answer(first, 'Within forty days.');
    expect(site.chat().queryByText('Within forty days.')).toBeNull();

    const second = site.accept(await site.say('And wet ones?'));
    site.answer(second, 'Too.');
    await site.chat().findByText('Read');
    const shown = await site.said('Too.');
    await site.choose(/New answer/);
    await waitFor(() => expect(shown.isConnected).toBe(false));
    expect(site.messages('visitor')).toHaveLength(2);
  });

  it('is held back for as long as the bot is to think', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const site = await openWebsite({ bot: { responseDelay: 5 } });
    await site.open();
    await site.ask(QUESTION, 'Within forty days.');
    await site.chat().findByRole('img', { name: 'Tents is writing …' });
    expect(site.chat().queryByText('Within forty days.')).toBeNull();
    await vi.advanceTimersByTimeAsync(5_000);
    await site.said('Within forty days.');
    expect(site.chat().queryByRole('img', { name: 'Tents is writing …' })).toBeNull();
  });

  it('that came while the chat was closed is counted on the launcher and in the title', async () => {
    document.title = 'The shop';
    const site = await openWebsite();
    await site.open();
    const question = site.accept(await site.say(QUESTION));
    await site.choose('Close chat');
    site.answer(question, 'Within forty days.');
    await waitFor(() => expect(site.launcher).toHaveAttribute('aria-label', 'Open chat, 1 unread'));
    expect(document.title).toBe('(1) The shop');
    expect(site.launcher.querySelector('.badge')?.textContent).toBe('1');
    await site.open();
    expect(document.title).toBe('The shop');
    expect(site.launcher).toHaveAttribute('aria-label', 'Close chat');
  });

  it('that does not come is followed by a person and other questions, of which none is asked twice', async () => {
    const site = await openWebsite({
      bot: { starterQuestions: [QUESTION, 'How do I fold it?'] },
      server: { askForPerson: state({ status: 'escalated' }) },
    });
    await site.open();
    await site.chat().findByRole('button', { name: QUESTION });
    await site.ask('Who won in 1987?', 'I do not know.', { kind: 'abstained' });
    const steps = await site.chat().findByRole('group', { name: 'Next steps' });
    const offered = () =>
      within(steps)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(offered()).toEqual(['Talk to a person', QUESTION, 'How do I fold it?']);
    fireEvent.click(within(steps).getByRole('button', { name: 'How do I fold it?' }));
    site.answer(site.accept(await site.sent('How do I fold it?')), 'Along its seams.');
    await site.said('Along its seams.');
    await waitFor(() => expect(site.chat().queryByRole('group', { name: 'Next steps' })).toBeNull());
    await site.ask('Who won in 1988?', 'I do not know that either.', { kind: 'abstained' });
    await site.choose('Talk to a person');
    await site.chat().findByText('Our team will answer you.');
    await waitFor(() => expect(site.chat().queryByRole('group', { name: 'Next steps' })).toBeNull());
    expect(server.calls('askForPerson')).toHaveLength(1);
  });
});

describe('a conversation', () => {
  it('is left for a new one, and continued', async () => {
    const site = await openWebsite();
    await site.open();
    const answer = await site.ask(QUESTION, 'Within forty days.');
    await site.choose('Start a new chat');
    await waitFor(() => expect(site.messages('visitor')).toEqual([]));
    expect(site.chat().queryByRole('button', { name: 'Start a new chat' })).toBeNull();
    const question = sampleMessage({ author: 'visitor', text: QUESTION });
    server.answer({ openSession: grant({ messages: [question, { ...answer, inReplyTo: question.id }] }) });
    await site.choose('Continue the last conversation');
    await site.said('Within forty days.');
    await waitFor(() =>
      expect(site.chat().queryByRole('button', { name: 'Continue the last conversation' })).toBeNull(),
    );
  });

  it('that could not be ended says so until something else is said', async () => {
    const site = await openWebsite({ server: { endConversation: refuse('network.failed') } });
    await site.open();
    await site.ask(QUESTION, 'Within forty days.');
    await site.menu('End chat');
    await site.chat().findByText('That did not work. Please try again.');
    await site.say('And wet ones?');
    await waitFor(() => expect(site.chat().queryByText(/That did not work/)).toBeNull());
  });

  it('that is taken down with the widget hangs up', async () => {
    const site = await openWebsite();
    await site.open();
    await site.ask(QUESTION, 'Within forty days.');
    site.host.dispatchEvent(new Event('parley:remove'));
    expect(site.socket().readyState).toBe(3);
    expect(document.querySelector('div[data-widget-id]')).toBeNull();
  });
});
