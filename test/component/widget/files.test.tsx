import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openWebsite, type Website } from '../harness/website';

const QUESTION = 'Within how many days can I return a tent?';
const isTold = (site: Website, words: string | RegExp) => site.chat().queryByText(words) !== null;

async function choose(site: Website, name: string): Promise<void> {
  const picker = site.panel().querySelector('input[type=file]') as HTMLInputElement;
  const file = new File(['A receipt.'], name, { type: 'application/x-msdownload' });
  fireEvent.change(picker, { target: { files: [file] } });
  await site.chat().findByText(name);
}

describe('a file of a kind that is not taken', () => {
  it('is refused before it is sent: of several the newest is told, until something is said', async () => {
    const site = await openWebsite({ bot: { enableFileUpload: true } });
    await site.open();
    await choose(site, 'first.exe');
    await site.chat().findByText(/^Please send PDF, PNG/);
    await choose(site, 'second.exe');
    expect(isTold(site, 'first.exe')).toBe(false);
    await site.say(QUESTION);
    await waitFor(() => expect(isTold(site, 'second.exe')).toBe(false));
    await choose(site, 'third.exe');
    await site.choose('Cancel');
    expect(isTold(site, 'third.exe')).toBe(false);
  });
});

describe('a visitor who signs out of the website', () => {
  it('leaves nothing of what they were about to say, to send or to have sent to them', async () => {
    const site = await openWebsite({ bot: { enableFileUpload: true } });
    await site.open();
    await site.ask(QUESTION, 'Within forty days.');
    await site.menu('Send transcript by e-mail');
    const form = () => site.panel().querySelector('form.sheet:not([hidden])');
    fireEvent.change(await site.chat().findByRole('textbox', { name: 'E-mail address' }), {
      target: { value: 'ada@example.org' },
    });
    await choose(site, 'payslip.exe');
    site.write('My account number is');
    expect(form()).not.toBeNull();

    site.command('reset');
    await waitFor(() => expect(site.input().value).toBe(''));
    await waitFor(() => expect(site.messages('visitor')).toEqual([]));
    expect(isTold(site, 'payslip.exe')).toBe(false);
    expect(form()).toBeNull();
  });
});
