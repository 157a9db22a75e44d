import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/routes';
import { LOCAL_STAGE } from '#infra/config/stage';
import { sharedCloud } from '#test/helpers/cloud';
import { mailsTo, newestMail } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { type ApiClient, apiClient } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const operator = LOCAL_STAGE.operator.email;

/** Somebody at an address of their own, since who sends is counted by it. */
function stranger(): ApiClient {
  const from = `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
  return apiClient(cloud, undefined, { from });
}

const feedback = (changes: object = {}) => ({
  body: {
    id: randomUUID(),
    type: 'improvement',
    rating: 4,
    message: 'More colours, please.',
    page: '/roadmap',
    ...changes,
  },
});
const contact = (changes: object = {}) => ({
  body: {
    id: randomUUID(),
    name: 'Ada Lovelace',
    email: 'ada@example.net',
    subject: 'A question about engines',
    message: 'Does it weave algebraic patterns?',
    category: 'sales',
    priority: 'normal',
    language: 'en',
    ...changes,
  },
});

/** Sends until it is refused. Twice the limit and one more are enough, wherever a minute begins. */
async function untilLimited(
  api: ApiClient,
  name: RouteName,
  options: () => object,
  perMinute: number,
): Promise<number> {
  for (let sent = 0; sent <= 2 * perMinute; sent += 1) {
    const { status } = await api.send(name, options());
    if (status === 429) return sent;
    expect(status).toBeLessThan(300);
  }
  throw new Error(`${name} is not limited`);
}

describe('feedback', () => {
  test('is received from anyone, with or without an address', async () => {
    const api = stranger();
    const receipt = await ok(api, 'sendFeedback', feedback());
    expect(receipt.reference).toMatch(/^F-[0-9A-F]{8}$/);
    await ok(api, 'sendFeedback', feedback({ email: 'ada@example.net' }));
  });

  test('that is sent again gets the same receipt', async () => {
    const api = stranger();
    const options = feedback();
    const first = await ok(api, 'sendFeedback', options);
    expect(await ok(api, 'sendFeedback', options)).toEqual(first);
  });

  test.each([
    ['type', { type: 'rant' }],
    ['rating', { rating: 0 }],
    ['rating', { rating: 6 }],
    ['rating', { rating: 3.5 }],
    ['rating', { rating: undefined }],
    ['message', { message: 'Too short' }],
    ['message', { message: `${' '.repeat(20)}short` }],
    ['message', { message: 'x'.repeat(2_001) }],
    ['email', { email: 'nobody' }],
    ['page', { page: 'https://elsewhere.example/' }],
    ['page', { page: '/profile?token=secret' }],
    ['id', { id: '1' }],
  ])('with a wrong %s is refused by its name: %j', async (field, changes) => {
    const { fields } = await refused(stranger(), 'sendFeedback', 'request.invalid', feedback(changes));
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });

  test('of one address is limited, and of another not', async () => {
    expect(await untilLimited(stranger(), 'sendFeedback', feedback, 10)).toBeGreaterThanOrEqual(10);
    await ok(stranger(), 'sendFeedback', feedback());
  });
});

describe('a message to the operator', () => {
  test('reaches their inbox as text and as HTML, and their answer the sender', async () => {
    const email = `${randomUUID()}@example.net`;
    const options = contact({
      email,
      name: 'Zoë <script>alert(1)</script>',
      subject: 'Grüße & <b>Fragen</b>',
      message: 'First line\n\nSecond <i>line</i>',
      priority: 'urgent',
    });
    const receipt = await ok(stranger(), 'sendContact', options);
    expect(receipt.reference).toMatch(/^C-[0-9A-F]{8}$/);
    const mail = await newestMail(cloud, operator, (found) => found.subject.includes(receipt.reference));
    expect(mail).toMatchObject({
      from: `Parley <${LOCAL_STAGE.mailFrom}>`,
      to: [operator],
      replyTo: [email],
      subject: `[Parley ${receipt.reference}] Grüße & <b>Fragen</b>`,
    });
    expect(mail.text).toContain('First line\n\nSecond <i>line</i>');
    expect(mail.text).toContain('Priority: Urgent');
    expect(mail.html).toContain('Second &lt;i&gt;line&lt;/i&gt;');
    expect(mail.html).toContain('Grüße &amp; &lt;b&gt;Fragen&lt;/b&gt;');
    expect(mail.html).not.toMatch(/<script|<b>|<i>/);
  });

  test('that is sent again is one mail, and gets the same receipt', async () => {
    const api = stranger();
    const options = contact();
    const first = await ok(api, 'sendContact', options);
    expect(await ok(api, 'sendContact', options)).toEqual(first);
    const subjects = (await mailsTo(cloud, operator)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes(first.reference))).toHaveLength(1);
  });

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'Ada\r\nBcc: all@example.net' }],
    ['name', { name: 'x'.repeat(121) }],
    ['email', { email: 'ada@example.net\r\nBcc: all@example.net' }],
    ['email', { email: 'ada@example.net, eve@example.net' }],
    ['email', { email: 'Ada <ada@example.net>' }],
    ['subject', { subject: 'Hello\nBcc: all@example.net' }],
    ['subject', { subject: 'Hello\u2028there' }],
    ['subject', { subject: 'x'.repeat(200) }],
    ['message', { message: 'Too short' }],
    ['message', { message: 'x'.repeat(5_001) }],
    ['category', { category: 'other' }],
    ['priority', { priority: 'extreme' }],
  ])('with a wrong %s is refused by its name: %j', async (field, changes) => {
    const { fields } = await refused(stranger(), 'sendContact', 'request.invalid', contact(changes));
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });

  test('of one address is limited, and of another not', async () => {
    expect(await untilLimited(stranger(), 'sendContact', contact, 5)).toBeGreaterThanOrEqual(5);
    await ok(stranger(), 'sendContact', contact());
  });
});

test('what is no JSON is refused', async () => {
  for (const path of ['feedback', 'contact', 'client-errors']) {
    const answer = await request(`${cloud.addresses.root}/api/${path}`, { method: 'POST', body: '{' });
    expect(answer.status).toBe(400);
  }
});
