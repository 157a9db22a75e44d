import { describe, expect, it } from 'vitest';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { totpCode } from '#test/helpers/totp';
import { apiClient, newUser, PASSWORD, prove, signIn, type TestUser } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const stranger = () => apiClient(cloud, undefined, { from: `127.8.0.${++addresses}` });
let addresses = 0;

interface Protected {
  readonly user: TestUser;
  readonly secret: string;
  readonly codes: readonly string[];
}

/** A person who has just shown their password. */
async function provenUser(): Promise<TestUser> {
  const user = await newUser(cloud);
  await prove(user);
  return user;
}

async function withSecondFactor(): Promise<Protected> {
  const user = await provenUser();
  const { secret } = await ok(user, 'beginSecondFactor');
  const { codes } = await ok(user, 'turnOnSecondFactor', { body: { code: totpCode(secret) } });
  return { user, secret, codes };
}

/** What Cognito answers to the right password: tokens, or a challenge. */
async function signsInByPasswordAlone({ email }: TestUser): Promise<boolean> {
  return (await signIn(cloud, email).catch(() => null)) !== null;
}

const recover = (email: string, code: string, password = PASSWORD) => ({ body: { email, password, code } });

describe('two-step sign-in', () => {
  it('is off until a code of the app was shown, then asks for one at each sign-in, and tells by mail', async () => {
    const user = await provenUser();
    expect(await ok(user, 'getSecurity')).toEqual({ secondFactor: false, recoveryCodesLeft: 0 });
    const first = await ok(user, 'beginSecondFactor');
    const { secret } = await ok(user, 'beginSecondFactor');
    expect(secret).not.toBe(first.secret);
    await refused(user, 'turnOnSecondFactor', 'security.code_wrong', {
      body: { code: totpCode(first.secret) },
    });
    await refused(user, 'turnOnSecondFactor', 'request.invalid', { body: { code: '12 456' } });
    expect(await signsInByPasswordAlone(user)).toBe(true);
    const { codes } = await ok(user, 'turnOnSecondFactor', { body: { code: totpCode(secret) } });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await ok(user, 'getSecurity')).toEqual({ secondFactor: true, recoveryCodesLeft: 10 });
    expect(await signsInByPasswordAlone(user)).toBe(false);
    await newestMail(cloud, user.email, ({ subject }) => subject === 'Two-step sign-in is on');
  });

  it('is set up with another app only after it was turned off', async () => {
    const { user, secret } = await withSecondFactor();
    await refused(user, 'beginSecondFactor', 'security.already_on');
    await refused(user, 'turnOnSecondFactor', 'security.already_on', { body: { code: totpCode(secret) } });
    expect((await ok(user, 'getSecurity')).recoveryCodesLeft).toBe(10);
  });

  it('can not be turned on by a code of a secret that nobody asked for', async () => {
    const user = await provenUser();
    await refused(user, 'turnOnSecondFactor', 'security.not_begun', { body: { code: '123456' } });
    expect(await ok(user, 'getSecurity')).toEqual({ secondFactor: false, recoveryCodesLeft: 0 });
  });

  it('is turned off, and repeating that changes nothing', async () => {
    const { user } = await withSecondFactor();
    await ok(user, 'turnOffSecondFactor');
    expect(await ok(user, 'getSecurity')).toEqual({ secondFactor: false, recoveryCodesLeft: 0 });
    expect(await signsInByPasswordAlone(user)).toBe(true);
    await ok(user, 'turnOffSecondFactor');
    await newestMail(cloud, user.email, ({ subject }) => subject === 'Two-step sign-in is off');
  });
});

describe('a recovery code', () => {
  it('takes the second factor away with the password, once, and tells by mail', async () => {
    const { user, codes } = await withSecondFactor();
    // As somebody types it from paper.
    const typed = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    await ok(stranger(), 'useRecoveryCode', recover(user.email, typed));
    expect(await signsInByPasswordAlone(user)).toBe(true);
    await refused(
      stranger(),
      'useRecoveryCode',
      'security.recovery_refused',
      recover(user.email, codes[4] ?? ''),
    );
    expect(await ok(user, 'getSecurity')).toEqual({ secondFactor: false, recoveryCodesLeft: 0 });
    const mail = await newestMail(cloud, user.email, ({ subject }) => subject === 'A recovery code was used');
    expect(mail.html).toContain('/settings/security');
  });

  it('is refused alike with a wrong password, a wrong code, without a second factor, and for an unknown person', async () => {
    const { user, codes } = await withSecondFactor();
    const other = await withSecondFactor();
    const without = await newUser(cloud);
    const code = codes[0] ?? '';
    const tries = [
      recover(user.email, code, 'Wrong-horse-1'),
      recover(user.email, 'ABCD-EFGH-JKMN-PQRS'),
      recover(user.email, other.codes[0] ?? ''),
      recover(without.email, code),
      recover(`${crypto.randomUUID()}@example.net`, code),
    ];
    const answers = await Promise.all(
      tries.map((tried) => refused(stranger(), 'useRecoveryCode', 'security.recovery_refused', tried)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await ok(user, 'getSecurity')).recoveryCodesLeft).toBe(10);
    expect(await signsInByPasswordAlone(user)).toBe(false);
  });

  it('is used once, by however many at once', async () => {
    const { user, codes } = await withSecondFactor();
    const tries = await Promise.all([1, 2, 3].map(() => recover(user.email, codes[0] ?? '')));
    const answers = await Promise.all(tries.map((tried) => stranger().send('useRecoveryCode', tried)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403]);
  });

  it('is limited by person and by network address', async () => {
    const { user } = await withSecondFactor();
    const { body } = recover(user.email, 'ABCD-EFGH-JKMN-PQRS');
    const statuses: number[] = [];
    const guesser = stranger();
    for (let index = 0; index < 11; index++)
      statuses.push((await guesser.send('useRecoveryCode', { body })).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    // Whoever guesses keeps nobody else out.
    await refused(stranger(), 'useRecoveryCode', 'security.recovery_refused', { body });
    const address = stranger();
    const others: number[] = [];
    for (let index = 0; index < 31; index++)
      others.push(
        (
          await address.send('useRecoveryCode', {
            body: { ...body, email: `${crypto.randomUUID()}@example.net` },
          })
        ).status,
      );
    expect(others).toEqual([...Array(30).fill(403), 429]);
  });

  it('is replaced by new ones', async () => {
    const { user, codes } = await withSecondFactor();
    await refused(await provenUser(), 'renewRecoveryCodes', 'security.no_second_factor');
    const renewed = await ok(user, 'renewRecoveryCodes');
    expect(renewed.codes.filter((code) => codes.includes(code))).toEqual([]);
    await refused(
      stranger(),
      'useRecoveryCode',
      'security.recovery_refused',
      recover(user.email, codes[0] ?? ''),
    );
    await ok(stranger(), 'useRecoveryCode', recover(user.email, renewed.codes[9] ?? ''));
  });
});
