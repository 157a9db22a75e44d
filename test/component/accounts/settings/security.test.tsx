import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../harness/render';
import { never, refuse } from '../../harness/server';

const HERE = {
  id: 'here' as never,
  browser: 'Firefox',
  system: 'Linux',
  signedInAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: '2026-03-02T08:00:00.000Z',
  isThis: true,
};
const PHONE = { ...HERE, id: 'phone' as never, browser: 'Safari', system: 'iOS', isThis: false };
const OFF = { secondFactor: false, recoveryCodesLeft: 0 };
const ON = { secondFactor: true, recoveryCodesLeft: 9 };
const ONE = { items: [HERE] };

describe('two-step sign-in', () => {
  it('shows a secret as a picture and as text, and keeps the dialog where the code is wrong', async () => {
    const { user, server } = await renderPage('/settings/security', {
      server: {
        getSecurity: OFF,
        listSessions: ONE,
        beginSecondFactor: { secret: 'ABCDEFGHIJKLMNOP' },
        turnOnSecondFactor: refuse('security.code_wrong'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up two-step sign-in' });
    expect(within(dialog).getByRole('img', { name: /QR code/ })).toBeInTheDocument();
    expect(within(dialog).getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
    expect(await within(dialog).findByText('Please enter the six digits.')).toBeInTheDocument();
    expect(server.calls('turnOnSecondFactor')).toEqual([]);
    await user.type(within(dialog).getByLabelText('Code that the app shows'), '123 456');
    await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
    expect(await within(dialog).findByText(/^This code is wrong/)).toBeInTheDocument();
    expect(server.calls('turnOnSecondFactor').map(({ body }) => body)).toEqual([{ code: '123456' }]);
    const codes = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-JKMN-000${index}`);
    server.answer({ turnOnSecondFactor: { codes }, getSecurity: ON });
    await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
    const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    for (const code of codes) expect(within(shown).getByText(code)).toBeInTheDocument();
    await user.click(within(shown).getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText('9 recovery codes left')).toBeInTheDocument();
    expect(screen.queryByText(codes[0] as string)).toBeNull();
  });

  it('is turned off in German after password and code, and the call is sent again', async () => {
    const { user, server } = await renderPage('/settings/security', {
      language: 'de',
      server: {
        getSecurity: ON,
        listSessions: ONE,
        turnOffSecondFactor: refuse('auth.proof_needed'),
        proveIdentity: refuse('security.password_wrong'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Ausschalten' }));
    const asked = await screen.findByRole('dialog', { name: 'Anmeldung in zwei Schritten ausschalten?' });
    expect(within(asked).getByText(/Ihre Wiederherstellungscodes werden ungültig\.$/)).toBeInTheDocument();
    await user.click(within(asked).getByRole('button', { name: 'Ausschalten' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bestätigen Sie, dass Sie es sind' });
    const confirm = within(dialog).getByRole('button', { name: 'Bestätigen' });
    await user.click(confirm);
    expect(await within(dialog).findByText('Bitte geben Sie Ihr Passwort ein.')).toBeInTheDocument();
    expect(server.calls('proveIdentity')).toEqual([]);
    await user.type(within(dialog).getByLabelText('Ihr Passwort'), 'guess');
    await user.click(confirm);
    expect(await within(dialog).findByText('Das Passwort ist falsch.')).toBeInTheDocument();
    server.answer({ proveIdentity: refuse('security.code_needed') });
    await user.click(confirm);
    const code = await within(dialog).findByLabelText('Code, den Ihre Authenticator-App zeigt');
    expect(within(dialog).getByText(/^App verloren\?/)).toBeInTheDocument();
    await user.type(code, '12');
    await user.click(confirm);
    expect(await within(dialog).findByText('Bitte geben Sie die sechs Ziffern ein.')).toBeInTheDocument();
    await user.clear(code);
    await user.type(code, '123 456');
    server.answer({ proveIdentity: undefined, turnOffSecondFactor: undefined, getSecurity: OFF });
    await user.click(confirm);
    expect(await screen.findByText('Die Anmeldung in zwei Schritten ist ausgeschaltet.')).toBeInTheDocument();
    expect(await screen.findByText('Aus', { exact: true })).toBeInTheDocument();
    expect(server.calls('proveIdentity').at(-1)?.body).toEqual({ password: 'guess', code: '123456' });
    expect(server.calls('turnOffSecondFactor')).toHaveLength(2);
    expect(dialog).not.toBeInTheDocument();
  });

  it('stays as it is where the person gives no proof', async () => {
    const { user, server } = await renderPage('/settings/security', {
      server: { getSecurity: OFF, listSessions: ONE, beginSecondFactor: refuse('auth.proof_needed') },
    });
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it’s you' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Please confirm with your password that it is you.')).toBeInTheDocument();
    expect(server.calls('beginSecondFactor')).toHaveLength(1);
    expect(server.calls('proveIdentity')).toEqual([]);
  });

  it('warns in German where no codes are left, and says what could not be read', async () => {
    const { user, server } = await renderPage('/settings/security', {
      language: 'de',
      server: { getSecurity: refuse('server.unavailable'), listSessions: never },
    });
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' });
    server.answer({ getSecurity: { ...ON, recoveryCodesLeft: 0 } });
    await user.click(again);
    expect(await screen.findByText(/^Sie haben keine Wiederherstellungscodes/)).toBeInTheDocument();
  });
});

describe('sessions', () => {
  it('names each, marks the own one, and ends another', async () => {
    const { user, server } = await renderPage('/settings/security', {
      server: {
        getSecurity: OFF,
        listSessions: { items: [HERE, PHONE, { ...PHONE, id: 'x' as never, browser: null, system: null }] },
        endSession: undefined,
      },
    });
    expect(await screen.findByText('Firefox on Linux')).toBeInTheDocument();
    expect(screen.getByText('This one')).toBeInTheDocument();
    expect(screen.getByText('Unknown browser or device')).toBeInTheDocument();
    server.answer({ listSessions: ONE });
    await user.click(screen.getByRole('button', { name: 'Sign out: Safari on iOS' }));
    expect(await screen.findByText('The session has ended.')).toBeInTheDocument();
    expect(server.calls('endSession').map(({ params }) => params)).toEqual([{ sessionId: 'phone' }]);
    expect(screen.queryByText('Safari on iOS')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign out of all others' })).toBeNull();
  });

  it('asks before it ends all others', async () => {
    const { user, server } = await renderPage('/settings/security', {
      server: { getSecurity: OFF, listSessions: { items: [HERE, PHONE] }, endOtherSessions: undefined },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out of all others' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out of all others?' });
    expect(server.calls('endOtherSessions')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out of all others' }));
    expect(await screen.findByText('You are signed in here only.')).toBeInTheDocument();
    expect(server.calls('endOtherSessions')).toHaveLength(1);
  });
});

describe('the date format', () => {
  it('holds wherever a date is shown, at once and for as long as it is chosen', async () => {
    const { user } = await renderPage('/settings/general', {
      server: { getAnalytics: never, getSecurity: OFF, listSessions: ONE, getAlpha: ALPHA },
    });
    await user.click(await screen.findByRole('radio', { name: '2026-12-31' }));
    await user.click(screen.getByRole('link', { name: 'Security' }));
    expect(await screen.findByText(/Last used 2026-03-02, /)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'General' }));
    await user.click(await screen.findByRole('radio', { name: '12/31/2026' }));
    await user.click(screen.getByRole('link', { name: 'Alpha programme' }));
    expect(await screen.findByText('Your trial ends on 06/01/2026.')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'General' }));
    await user.click(await screen.findByRole('radio', { name: 'As in English' }));
    await user.click(screen.getByRole('link', { name: 'Alpha programme' }));
    expect(await screen.findByText('Your trial ends on 1 Jun 2026.')).toBeInTheDocument();
  });
});

const ALPHA = {
  membership: 'joined',
  givesTrial: false,
  trialEndsAt: new Date(2026, 5, 1, 12).toISOString(),
} as const;

describe('the alpha programme', () => {
  it('is left after a question, and joined again', async () => {
    const { user, server } = await renderPage('/settings/alpha', {
      server: { getAlpha: ALPHA, leaveAlpha: { ...ALPHA, membership: 'open' }, joinAlpha: ALPHA },
    });
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(server.calls('leaveAlpha')).toEqual([]);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Leave the alpha programme?' })).getByRole('button', {
        name: 'Leave',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('You take part')).toBeInTheDocument();
  });

  it('is shown to a member, who can not change it', async () => {
    await renderPage('/settings/alpha', { role: 'member', server: { getAlpha: ALPHA } });
    expect(await screen.findByText('You take part')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
    expect(screen.getByText(/owner and admins/)).toBeInTheDocument();
  });
});
