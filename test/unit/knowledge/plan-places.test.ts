import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DocumentId, UserId } from '../../../functions/contract/ids';
import { loadAccount } from '../../../functions/core/accounts/plan';
import {
  completeUpload,
  deleteDocument,
  getDocument,
  linkToOriginal,
  registerDocument,
} from '../../../functions/core/knowledge/documents/documents';
import {
  ARRIVAL_SECONDS,
  settleUpload,
  UPLOAD_SECONDS,
  type UploadDeadline,
} from '../../../functions/core/knowledge/documents/upload-deadline';
import { ingestDocument } from '../../../functions/core/knowledge/ingest/ingest-document';
import { addSeconds } from '../../../functions/platform/clock';
import { startLocalTable } from '../../helpers/local-table';
import { clock, delivery, ingestDeps, memoryBuckets, startBot } from './setup';

const TEXT = 'Orders ship within two working days.\n\nReturns are free for thirty days.';

let table: Awaited<ReturnType<typeof startLocalTable>>;
let buckets: ReturnType<typeof memoryBuckets>;
let owner: Awaited<ReturnType<typeof startBot>>;

beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());
beforeEach(async () => {
  buckets = memoryBuckets();
  owner = await startBot('starter');
});
afterEach(() => buckets.restore());

/** Registers a document; the deadline is the message that was sent for it. */
async function register(content = TEXT) {
  const { document } = await registerDocument(clock, owner.actor, owner.botId, {
    fileName: 'conditions.txt',
    size: content.length,
    description: '',
  });
  const sent = buckets.deadlines.find(({ body }) => body.documentId === document.id);
  if (!sent) throw new Error('Nothing watches the upload.');
  return { document, deadline: sent.body, job: () => buckets.upload(refOf(document.id), content) };
}

const refOf = (documentId: DocumentId) => ({
  accountId: owner.actor.accountId,
  botId: owner.botId,
  documentId,
});
const wireRef = (documentId: DocumentId) => ({ botId: owner.botId, documentId });
const read = (documentId: DocumentId) => getDocument(owner.actor, wireRef(documentId));
const remove = (documentId: DocumentId) => deleteDocument(owner.actor, wireRef(documentId));
const counted = async () => (await loadAccount(owner.actor.accountId)).documentCount;
const after = (deadline: UploadDeadline) => () => new Date((deadline.at + 1) * 1000);
const settle = (deadline: UploadDeadline) => settleUpload(after(deadline), deadline);
/** All of them, in whatever order they end; what any of them throws is a failure. */
const atOnce = (...works: readonly (() => Promise<unknown>)[]) => Promise.all(works.map((work) => work()));

describe('a document that fails', () => {
  it('gives its place back, once, however often its message comes', async () => {
    const { document, job } = await register('   ');
    await register();
    expect(await counted()).toBe(2);
    const upload = job();
    await atOnce(...[1, 2, 3].map(() => () => ingestDocument(ingestDeps(), upload, delivery())));
    await ingestDocument(ingestDeps(), upload, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'no_text' });
    expect(await counted()).toBe(1);
  });

  it('frees no second place when it is deleted', async () => {
    const { document, job } = await register('   ');
    await ingestDocument(ingestDeps(), job(), delivery());
    await remove(document.id);
    expect(await counted()).toBe(0);
  });

  it('frees one place when it is deleted while it fails', async () => {
    for (let round = 0; round < 5; round++) {
      const { document, job } = await register('   ');
      const upload = job();
      await atOnce(
        () => ingestDocument(ingestDeps(), upload, delivery()),
        () => remove(document.id),
      );
      await expect(read(document.id)).rejects.toMatchObject({ code: 'document.not_found' });
      expect(await counted()).toBe(0);
    }
  });

  it('on its last delivery gives its place back, once, though the message becomes a dead letter', async () => {
    const { document, job } = await register();
    const broken = ingestDeps({ extract: async () => Promise.reject(new Error('broken')) });
    const upload = job();
    for (const isLast of [false, true])
      await expect(ingestDocument(broken, upload, { ...delivery(), isLast })).rejects.toThrow('broken');
    await ingestDocument(broken, upload, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(await counted()).toBe(0);
  });

  it('of two equal ones frees the place of the second only', async () => {
    const both = [await register(), await register()];
    await atOnce(
      ...both.map(
        ({ job }) =>
          () =>
            ingestDocument(ingestDeps(), job(), delivery()),
      ),
    );
    expect(await counted()).toBe(1);
  });

  it('leaves room for another where the plan is full', async () => {
    const documents = [];
    for (let place = 0; place < 10; place++) documents.push(await register(`   ${' '.repeat(place)}`));
    await expect(register()).rejects.toMatchObject({ code: 'plan.limit_exceeded' });
    const [first] = documents;
    if (first) await ingestDocument(ingestDeps(), first.job(), delivery());
    await register();
    await expect(register()).rejects.toMatchObject({ code: 'plan.limit_exceeded' });
  });

  it('has no original any more', async () => {
    const { document, job } = await register('   ');
    await ingestDocument(ingestDeps(), job(), delivery());
    await expect(linkToOriginal(clock, refOf(document.id), document.id)).rejects.toMatchObject({
      code: 'source.not_found',
    });
  });
});

describe('an upload that was announced', () => {
  it('is looked at when its form has ended and what was under way must have arrived', async () => {
    const { deadline } = await register();
    const [sent] = buckets.deadlines;
    expect(sent?.delaySeconds).toBeLessThanOrEqual(900);
    const ends = addSeconds(clock(), UPLOAD_SECONDS).getTime();
    expect(deadline.at * 1000).toBeGreaterThan(ends);
    expect(ARRIVAL_SECONDS).toBeGreaterThan(UPLOAD_SECONDS);
  });

  it('is looked at later when that time has not come, and nothing happens to it until then', async () => {
    const { document, deadline } = await register();
    const early = () => new Date((deadline.at - 60) * 1000);
    await settleUpload(early, deadline);
    expect(buckets.deadlines.at(-1)).toEqual({ body: deadline, delaySeconds: 60 });
    expect((await read(document.id)).status).toBe('pending');
    expect(await counted()).toBe(1);
  });

  it('and never arrived fails and gives its place back, once', async () => {
    const { document, deadline } = await register();
    await atOnce(...[1, 2, 3].map(() => () => settle(deadline)));
    await settle(deadline);
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'not_uploaded' });
    expect(await counted()).toBe(0);
    await remove(document.id);
    expect(await counted()).toBe(0);
  });

  it('and arrived without anybody telling is taken in', async () => {
    const { document, deadline, job } = await register();
    const upload = job();
    await settle(deadline);
    expect(buckets.queued).toEqual([{ body: upload, group: owner.actor.accountId }]);
    await ingestDocument(ingestDeps(), upload, delivery());
    expect((await read(document.id)).status).toBe('success');
    expect(await counted()).toBe(1);
  });

  it('and is taken in at that very moment keeps its place, or has failed: never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { document, deadline, job } = await register(`${TEXT} ${round}`);
      // It was not there yet when the deadline's function looked.
      const late = settle(deadline);
      const upload = job();
      await atOnce(
        () => late,
        () => ingestDocument(ingestDeps(), upload, delivery()),
      );
      const { status } = await read(document.id);
      expect(await counted()).toBe(status === 'success' ? 1 : 0);
      await remove(document.id);
      expect(await counted()).toBe(0);
    }
  });

  it('and is deleted at that very moment gives one place back', async () => {
    for (let round = 0; round < 5; round++) {
      const { document, deadline } = await register();
      await atOnce(
        () => settle(deadline),
        () => remove(document.id),
      );
      expect(await counted()).toBe(0);
    }
  });

  it('and comes after it has failed is not taken in, and its browser is told', async () => {
    const { document, deadline, job } = await register();
    await settle(deadline);
    await ingestDocument(ingestDeps(), job(), delivery());
    expect(await completeUpload(owner.actor, wireRef(document.id))).toMatchObject({
      status: 'failed',
      failureReason: 'not_uploaded',
    });
    expect(await counted()).toBe(0);
  });

  it('leaves no file behind when its document was deleted before it arrived', async () => {
    const { document, deadline, job } = await register();
    await remove(document.id);
    job();
    await settle(deadline);
    expect([...buckets.objects.keys()]).toEqual([]);
  });

  it('leaves no other version behind than the one that was taken in', async () => {
    const { document, deadline, job } = await register();
    await ingestDocument(ingestDeps(), job(), delivery());
    await settle(deadline);
    expect(buckets.objects.has(uploadName(document.id))).toBe(true);
    buckets.upload(refOf(document.id), 'Posted again with the same form.');
    await settle(deadline);
    expect(buckets.objects.has(uploadName(document.id))).toBe(false);
  });

  it('is watched before it is there, so that a call that dies in between leaves none for ever', async () => {
    const stranger = { ...owner.actor, userId: UserId.parse('someone') };
    for (let place = 0; place < 10; place++) await register(`${TEXT} ${place}`);
    await expect(
      registerDocument(clock, stranger, owner.botId, { fileName: 'a.txt', size: 1, description: '' }),
    ).rejects.toMatchObject({ code: 'plan.limit_exceeded' });
    const refused = buckets.deadlines.at(-1);
    expect(buckets.deadlines).toHaveLength(11);
    if (refused) await settle(refused.body);
    expect(await counted()).toBe(10);
  });
});

/** Key of an upload in the buckets of this test, which keep the newest version only. */
function uploadName(documentId: DocumentId): string {
  return `uploads/uploads/${owner.actor.accountId}/${owner.botId}/${documentId}`;
}
