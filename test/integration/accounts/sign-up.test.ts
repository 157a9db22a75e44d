import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { type OwnCloud, startCloud } from '#test/helpers/cloud';
import { newUser } from '#test/helpers/users';
import { ok } from '../responses';

// A cloud of its own: in the shared one nobody else could sign up meanwhile.
let cloud: OwnCloud;

beforeAll(async () => {
  cloud = await startCloud({ pages: false });
});
afterAll(() => cloud?.remove());

it('is closed and opened again by an administrator', async () => {
  const [email = ''] = LOCAL_STAGE.adminEmails;
  const admin = await newUser(cloud, { email });
  const set = async (signUpOpen: boolean) => {
    const { version } = await ok(admin, 'getSettings');
    return ok(admin, 'updateSettings', { body: { version, signUpOpen } });
  };
  await set(false);
  await expect(newUser(cloud)).rejects.toThrow('SIGN_UP_CLOSED');
  await set(true);
  await newUser(cloud);
});
