import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { UserId } from '#contract/base/ids';
import { changeStatus } from '#core/conversations/change-status';
import { DIGEST_SECONDS, sendDigest } from '#core/conversations/inbox/alert-digest';
import { alertTeam } from '#core/conversations/inbox/alert-team';
import { noteVisitorOrigin } from '#core/conversations/visitor-origin';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { storeMember } from '#test/helpers/stored-items';
import { furtherScene, newScene, type Scene } from './setup';

withLocalTable();

const start = new Date('2030-05-05T12:00:30Z').getTime();

function team() {
  const mails: OutgoingMail[] = [];
  let now = start;
  return {
    mails,
    wait: (seconds: number) => {
      now += seconds * 1_000;
    },
    deps: {
      clock: () => new Date(now),
      sendMail: async (mail: OutgoingMail) => void mails.push(mail),
      appOrigin: 'https://app.example',
    },
  };
}

async function askForPerson(deps: ReturnType<typeof team>['deps'], scene: Scene, address: string) {
  await noteVisitorOrigin(deps.clock, scene, address);
  await changeStatus(scene, {
    type: 'escalate',
    escalation: { trigger: 'manual', at: deps.clock().toISOString() },
  });
  return alertTeam(deps, scene);
}

test('a visitor who asks for a person in conversation after conversation is three mails and one digest to each', async () => {
  const { deps, mails, wait } = team();
  const scene = await newScene();
  const admin = UserId.parse(randomUUID());
  await storeMember(scene.accountId, admin, { role: 'admin', language: 'de' });
  const outcomes = [await askForPerson(deps, scene, '192.0.2.1')];
  for (let count = 1; count < 12; count += 1)
    outcomes.push(await askForPerson(deps, await furtherScene(scene), '192.0.2.1'));
  expect(mails).toHaveLength(6);
  // Of all that are over the bound one job is queued.
  expect(outcomes.filter((outcome) => outcome === 'digest')).toHaveLength(1);

  wait(DIGEST_SECONDS);
  mails.length = 0;
  expect(await sendDigest(deps, scene.accountId)).toBe('done');
  expect(await sendDigest(deps, scene.accountId)).toBe('done');
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    '12 Besucher warten auf eine persönliche Antwort',
    '12 visitors are waiting for a person',
  ]);
  expect(mails[0]?.text).toContain('https://app.example/conversations');

  // Another visitor has a notice of their own; the flood goes on, and waits for its hour.
  mails.length = 0;
  expect(await askForPerson(deps, await furtherScene(scene), '198.51.100.1')).toBe('done');
  expect(mails).toHaveLength(2);
  for (let count = 0; count < 4; count += 1) await askForPerson(deps, await furtherScene(scene), '192.0.2.1');
  mails.length = 0;
  expect(await sendDigest(deps, scene.accountId)).toBe('wait');
  wait(3_600);
  expect(await sendDigest(deps, scene.accountId)).toBe('done');
  expect(mails).toHaveLength(2);
});

test('many visitors of one account are twenty mails an hour, and no mail tells of a visitor who no longer waits', async () => {
  const { deps, mails, wait } = team();
  const scene = await newScene();
  await askForPerson(deps, scene, '203.0.113.1');
  for (let count = 2; count < 25; count += 1)
    await askForPerson(deps, await furtherScene(scene), `203.0.113.${count}`);
  expect(mails).toHaveLength(20);

  const calm = await newScene();
  for (let count = 0; count < 4; count += 1) {
    const each = count === 0 ? calm : await furtherScene(calm);
    await askForPerson(deps, each, '192.0.2.9');
    await changeStatus(each, { type: 'resolve' });
  }
  wait(DIGEST_SECONDS);
  mails.length = 0;
  expect(await sendDigest(deps, calm.accountId)).toBe('done');
  expect(mails).toEqual([]);
});
