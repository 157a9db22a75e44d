import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { apiClient, newUser } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();

const feedback = (changes: object = {}) => ({
  body: {
    id: randomUUID(),
    type: 'complaint',
    rating: 2,
    message: 'The bot forgets what I said.',
    page: '/bots',
    ...changes,
  },
});
const message = (changes: object = {}) => ({
  body: {
    id: randomUUID(),
    name: 'Ada Lovelace',
    email: `${randomUUID()}@example.net`,
    subject: 'Engines for sale',
    message: 'Does it weave algebraic patterns?',
    category: 'support',
    priority: 'normal',
    language: 'en',
    ...changes,
  },
});

describe('what a signed-in person writes to the operator', () => {
  test('is listed as theirs with its status, and to nobody else', async () => {
    const [ada, eve] = await Promise.all([newUser(cloud), newUser(cloud)]);
    const sent = await ok(ada, 'sendOwnContact', message());
    const given = await ok(ada, 'sendOwnFeedback', feedback());
    // Its index follows within a moment.
    await expect
      .poll(async () => (await ok(ada, 'listOwnSubmissions')).items)
      .toMatchObject([
        { reference: given.reference, status: 'new', type: 'complaint', answers: [] },
        { reference: sent.reference, status: 'new', subject: 'Engines for sale', answers: [] },
      ]);
    expect((await ok(eve, 'listOwnSubmissions')).items).toEqual([]);
  });

  test('reaches the operator with the plan, and is confirmed', async () => {
    const ada = await newUser(cloud);
    const options = message();
    const { reference } = await ok(ada, 'sendOwnContact', options);
    const mail = await newestMail(cloud, LOCAL_STAGE.operator.email, ({ subject }) =>
      subject.includes(reference),
    );
    expect(mail.text).toContain('Plan: starter');
    const confirmation = await newestMail(cloud, options.body.email);
    expect(confirmation).toMatchObject({ subject: `[Parley ${reference}] Your message has arrived` });
  });

  test('is refused where it is not what the form allows, or nobody is signed in', async () => {
    const ada = await newUser(cloud);
    // By the gateway itself.
    for (const route of ['sendOwnFeedback', 'sendOwnContact', 'listOwnSubmissions'] as const)
      expect((await apiClient(cloud).send(route)).status).toBe(401);
    await refused(ada, 'sendOwnContact', 'request.invalid', message({ subject: 'x'.repeat(200) }));
    await refused(ada, 'sendOwnFeedback', 'request.invalid', feedback({ rating: 6 }));
    await refused(ada, 'listOwnSubmissions', 'request.invalid', { query: { cursor: 'nonsense' } });
  });

  test('is limited for each person, and not for another', async () => {
    const [ada, eve] = await Promise.all([newUser(cloud), newUser(cloud)]);
    const statuses: number[] = [];
    // Twice the limit and one more are enough, wherever a minute begins.
    for (let sent = 0; sent <= 20; sent += 1) {
      const { status } = await ada.send('sendOwnFeedback', feedback());
      statuses.push(status);
      if (status === 429) break;
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(10);
    await ok(eve, 'sendOwnFeedback', feedback());
  });
});
