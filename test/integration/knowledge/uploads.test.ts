import { beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { MAX_DOCUMENT_BYTES, type UploadGrant } from '#contract/knowledge/documents';
import { sharedCloud } from '#test/helpers/cloud';
import { postForm } from '#test/helpers/documents';
import { newUser, type TestUser } from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { ok, refused } from '../responses';

const cloud = sharedCloud();

interface Tenant {
  readonly user: TestUser;
  readonly bot: Bot;
}
let owner: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([tenant(), tenant()]);
});

async function tenant(): Promise<Tenant> {
  const user = await newUser(cloud);
  return { user, bot: await ok(user, 'createBot', { body: { name: 'Helper', deploy: true } }) };
}

function announce({ user, bot }: Tenant, size: number, fileName = 'terms.txt'): Promise<UploadGrant> {
  return ok(user, 'registerDocument', { path: { botId: bot.id }, body: { fileName, size } });
}

/** Holds that nothing arrived: the document still waits for its file, and nothing of it answers or counts. */
async function nothingArrived({ user, bot }: Tenant, { document }: UploadGrant): Promise<void> {
  const path = { botId: bot.id, documentId: document.id };
  await refused(user, 'completeUpload', 'document.not_uploaded', { path });
  await refused(user, 'getOriginal', 'document.not_uploaded', { path });
  expect(await ok(user, 'getDocument', { path })).toEqual(document);
  expect(document).toMatchObject({ status: 'pending', failureReason: null, passages: null });
  expect(await ok(user, 'getBot', { path })).toMatchObject({ documentCount: 0, passageCount: 0 });
}

describe('the form of an upload', () => {
  test.each([
    ['a byte more', 1, 'EntityTooLarge'],
    ['a byte less', -1, 'EntityTooSmall'],
    ['an empty file', -5, 'EntityTooSmall'],
  ])('lets in the announced size only: S3 refuses %s', async (_, more, code) => {
    const grant = await announce(owner, 5);
    const answer = await postForm(grant.upload, { fileName: 'terms.txt', content: 'x'.repeat(5 + more) });
    expect({ status: answer.status, code: codeOf(answer.text()) }).toEqual({ status: 400, code });
    await nothingArrived(owner, grant);
    await ok(owner.user, 'deleteDocument', { path: { botId: owner.bot.id, documentId: grant.document.id } });
  });

  test('lets in no file over the limit: S3 refuses it, and no larger one can be announced', async () => {
    const grant = await announce(owner, MAX_DOCUMENT_BYTES, 'large.pdf');
    const content = new Uint8Array(MAX_DOCUMENT_BYTES + 1);
    const answer = await postForm(grant.upload, { fileName: 'large.pdf', content });
    expect({ status: answer.status, code: codeOf(answer.text()) }).toEqual({
      status: 400,
      code: 'EntityTooLarge',
    });
    await nothingArrived(owner, grant);
    const path = { botId: owner.bot.id };
    const announced = (size: number) => ({ path, body: { fileName: 'large.pdf', size } });
    await refused(owner.user, 'registerDocument', 'document.too_large', announced(MAX_DOCUMENT_BYTES + 1));
    const { fields } = await refused(owner.user, 'registerDocument', 'request.invalid', announced(0));
    expect(Object.keys(fields ?? {})).toEqual(['size']);
  });

  test("can't be bent to another tenant's upload, nor to anything else", async () => {
    const theirs = await announce(owner, 5);
    const { upload } = await announce(stranger, 5);
    const { key = '', Policy = '' } = theirs.upload.fields;
    expect(upload.fields.key).not.toBe(key);
    const bent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      "the other's key": { ...upload.fields, key },
      'a key outside of the uploads': { ...upload.fields, key: 'index/anything' },
      'a key that the file names': { ...upload.fields, key: `${key.replace(/[^/]+$/, '')}\${filename}` },
      "the other's policy under the own signature": {
        ...upload.fields,
        Policy,
      },
      'another type': { ...upload.fields, 'Content-Type': 'text/html' },
    };
    for (const [how, fields] of Object.entries(bent)) {
      const file = { fileName: theirs.document.id, content: 'xxxxx' };
      const answer = await postForm({ ...upload, fields }, file);
      expect({ how, status: answer.status }).toEqual({ how, status: 403 });
    }
    await nothingArrived(owner, theirs);
  });
});

test('a socket hears of its own account only, and none is opened for another', async () => {
  const headers = { 'x-parley-account': owner.user.accountId };
  await refused(stranger.user, 'createSocketTicket', 'auth.forbidden', { headers });
  const [own, other] = await Promise.all(
    [owner, stranger].map(async ({ user }) => {
      const { ticket, socketUrl } = await ok(user, 'createSocketTicket');
      const socket = await connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app);
      const heard: string[] = [];
      socket.on('message', (data) => heard.push(data.toString()));
      return { socket, heard };
    }),
  );
  const mine: string[] = [];
  const theirs: string[] = [];
  // Twice: when the second is heard, the first has been said to all that it is for.
  for (let round = 1; round <= 2; round += 1) {
    const grants = await Promise.all([announce(owner, 5), announce(stranger, 5)]);
    mine.push(grants[0].document.id);
    theirs.push(grants[1].document.id);
    await expect.poll(() => own?.heard.join()).toContain(mine.at(-1));
    await expect.poll(() => other?.heard.join()).toContain(theirs.at(-1));
  }
  for (const id of theirs) expect(own?.heard.join()).not.toContain(id);
  for (const id of mine) expect(other?.heard.join()).not.toContain(id);
  for (const side of [own, other]) side?.socket.close();
});

/** What S3 calls a refusal. */
function codeOf(xml: string): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(xml)?.[1];
}
