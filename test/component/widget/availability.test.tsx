import { fireEvent, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '../harness/render';
import { refuse } from '../harness/server';
import { grant, openWebsite, state } from '../harness/website';

const QUESTION = 'Within how many days can I return a tent?';
const ANSWER = 'Within forty days.';

/** On a Saturday evening, until Tuesday, as the visitor's clock has it. */
const closed = { open: false, opensAt: new Date(2026, 11, 1, 8).toISOString() };
const atWeekend = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 18) });

afterEach(() => {
  vi.useRealTimers();
});

describe('a paused bot', () => {
  const bot = { offlineMessage: 'Back <b>soon</b>.', starterQuestions: [QUESTION] };

  it('says the offline message and takes no question, until it is back for a visitor who returns to the page', async () => {
    const site = await openWebsite({ bot, paused: true });
    await site.open();
    await site.said('Back <b>soon</b>.');
    expect(site.chat().queryByRole('textbox')).toBeNull();
    expect(site.chat().queryByRole('button', { name: QUESTION })).toBeNull();
    site.publish({ paused: false });
    window.dispatchEvent(new Event('focus'));
    await site.chat().findByRole('button', { name: QUESTION });
    site.chat().getByRole('textbox');
    expect(localStorage.length).toBe(0);
  });

  it('takes a message for the team, which answers by mail, and what is written after it', async () => {
    const site = await openWebsite({
      bot,
      paused: true,
      server: {
        openSession: grant({ paused: true }),
        askForPerson: state({ status: 'escalated', reachable: true }),
        sendMessage: refuse('network.failed'),
      },
    });
    await site.open();
    await site.choose('Leave a message');
    const sheet = within(await site.chat().findByRole('form', { name: 'Leave a message' }));
    fireEvent.change(sheet.getByRole('textbox', { name: 'Your message' }), {
      target: { value: 'Do you repair stoves?' },
    });
    fireEvent.change(sheet.getByRole('textbox', { name: 'E-mail address' }), {
      target: { value: 'visitor@example.org' },
    });
    fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
    await site.chat().findByText('Our team will answer you.');
    site.accept(await site.sent('Do you repair stoves?'));
    expect(server.calls('askForPerson').map(({ body }) => body)).toEqual([{ email: 'visitor@example.org' }]);
    site.accept(await site.say('It is an old one.'));
    expect(site.messages('visitor')).toHaveLength(2);
  });
});

describe('outside business hours', () => {
  beforeEach(atWeekend);

  it('the visitor reads when they are back, once and before what is said, and is answered', async () => {
    const site = await openWebsite({ bot: { offlineMessage: 'We have closed.' }, grant: closed });
    await site.open();
    await site.ask(QUESTION, ANSWER);
    await site.said(ANSWER);
    await site.said('We have closed.');
    await site.said(/^Back Tuesday,? 1 December at 08:00/);
    expect(site.panel().querySelectorAll('.notice ~ .visitor')).toHaveLength(1);
  });

  it('asks for an address, for the answer of a person', async () => {
    const site = await openWebsite({
      grant: closed,
      server: { askForPerson: state({ status: 'escalated', reachable: true }) },
    });
    await site.open();
    await site.ask(QUESTION, ANSWER);
    await site.menu('Talk to a person');
    const field = await site.chat().findByRole('textbox', { name: /^Your e-mail address, for our answer/ });
    fireEvent.change(field, { target: { value: 'late@example.org' } });
    const form = within(site.chat().getByRole('form', { name: 'Talk to a person' }));
    fireEvent.click(form.getByRole('button', { name: 'Talk to a person' }));
    await site.chat().findByText('Our team will answer you.');
    expect(server.calls('askForPerson').map(({ body }) => body)).toEqual([{ email: 'late@example.org' }]);
  });
});

describe('a visitor without an answer', () => {
  it('is asked for an address after a minute, and told that the answer comes there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const site = await openWebsite({
      server: {
        askForPerson: ({ body }) =>
          body.email === 'visitor@example.org'
            ? state({ status: 'escalated', reachable: true })
            : refuse('request.invalid'),
      },
    });
    await site.open();
    site.accept(await site.say('I want to talk to a person.'));
    site.become({ status: 'escalated' });
    await site.chat().findByText('Our team will answer you.');
    const asked = () => site.chat().queryByText(/^Nobody has been able to answer yet/);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked()).toBeNull();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(asked()).not.toBeNull();
    const email = site.chat().getByRole('textbox', { name: 'E-mail address' });
    const send = within(email.closest('form') as HTMLElement).getByRole('button', { name: 'Send' });
    fireEvent.change(email, { target: { value: 'refused@example.org' } });
    fireEvent.click(send);
    await site.chat().findByText('Please check the e-mail address.');
    fireEvent.change(email, { target: { value: 'visitor@example.org' } });
    fireEvent.click(send);
    await site.chat().findByText('Thank you! Our answer comes here and by e-mail.');
  });
});

describe('in German', () => {
  beforeEach(atWeekend);

  it('a bot for which nobody wrote texts speaks from the first word to the person who takes over', async () => {
    const site = await openWebsite({
      language: 'de-DE',
      grant: closed,
      server: { askForPerson: state({ status: 'escalated' }) },
    });
    expect(site.launcher).toHaveAttribute('aria-label', 'Chat öffnen');
    await site.open();
    await site.said('Hallo! Wie kann ich Ihnen heute helfen?');
    site.chat().getByPlaceholderText('Stellen Sie eine Frage …');
    await site.ask('Wann öffnet das Museum?', 'Dazu habe ich leider keine Antwort gefunden.', {
      kind: 'abstained',
    });
    await site.said('Wir sind gerade nicht da.');
    await site.said(/^Wieder da: Dienstag, 1\. Dezember um 08:00/);
    await site.choose('Mehr');
    await site.choose('Mit einem Menschen sprechen');
    const form = within(await site.chat().findByRole('form', { name: 'Mit einem Menschen sprechen' }));
    fireEvent.click(form.getByRole('button', { name: 'Mit einem Menschen sprechen' }));
    await site.chat().findByText('Unser Team antwortet Ihnen.');
    expect(site.panel().textContent).not.toMatch(/Hello|We are|Back|Our team|Sent|Delivered|Read|New answer/);
  });

  it('a bot whose texts somebody wrote speaks its own language as a whole', async () => {
    const site = await openWebsite({
      language: 'de-DE',
      bot: { offlineMessage: 'We have closed.' },
      grant: closed,
    });
    await site.open();
    await site.said('Hello! How can I help you today?');
    site.chat().getByPlaceholderText('Ask a question …');
    await site.ask(QUESTION, ANSWER);
    await site.said('We have closed.');
    expect(site.panel().textContent).not.toMatch(
      /Hallo|Wir sind|Wieder da|Gesendet|Zugestellt|Gelesen|Neue Antwort/,
    );
  });
});
