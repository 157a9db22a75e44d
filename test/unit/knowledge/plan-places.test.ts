import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DocumentId } from '#contract/base/ids';
import { loadAccount } from '#core/accounts/plan';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { getDocument } from '#core/knowledge/documents/documents';
import { uploadAddress, uploadKey } from '#core/knowledge/documents/keys';
import { linkToOriginal } from '#core/knowledge/documents/original';
import { completeUpload, registerDocument } from '#core/knowledge/documents/register-document';
import { retryDocument } from '#core/knowledge/documents/retry-document';
import {
  ABANDONED_SECONDS,
  ARRIVAL_SECONDS,
  enforceUploadDeadline,
  UPLOAD_SECONDS,
  type UploadDeadline,
} from '#core/knowledge/documents/upload-deadline';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { deleteObject } from '#platform/buckets';
import { addSeconds } from '#platform/clock';
import { withLocalTable } from '#test/helpers/local-table';
import { WAIT_MS } from '#test/helpers/patience';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, delivery, ingestDeps, startBot, withBuckets } from './setup';

const TEXT = 'Orders ship within two working days.\n\nReturns are free for thirty days.';

withLocalTable();
const buckets = withBuckets();
let owner: Awaited<ReturnType<typeof startBot>>;

beforeEach(async () => {
  owner = await startBot('starter');
});

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
const retry = (documentId: DocumentId) => retryDocument(clock, owner.actor, wireRef(documentId));
const remove = (documentId: DocumentId) => deleteDocument(clock, owner.actor, wireRef(documentId));
const counted = async () => (await loadAccount(owner.actor.accountId)).documentCount;
const after = (deadline: UploadDeadline) => () => new Date((deadline.at + 1) * 1000);
const settle = (deadline: UploadDeadline) => enforceUploadDeadline(after(deadline), deadline);
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
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'empty' });
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
      await expectRefusal(read(document.id), 'document.not_found');
      expect(await counted()).toBe(0);
    }
  });

  it('on its last delivery gives its place back, once, though the message becomes a dead letter', async () => {
    const { document, job } = await register();
    const broken = ingestDeps({ extract: async () => Promise.reject(new Error('broken')) });
    const upload = job();
    for (const isLast of [false, true])
      await expect(ingestDocument(broken, upload, { ...delivery(), isLast })).rejects.toThrow('broken');
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
    await expectRefusal(register(), 'plan.limit_exceeded');
    const [first] = documents;
    if (first) await ingestDocument(ingestDeps(), first.job(), delivery());
    await register();
    await expectRefusal(register(), 'plan.limit_exceeded');
  });

  it('has no original any more', async () => {
    const { document, job } = await register('   ');
    await ingestDocument(ingestDeps(), job(), delivery());
    await expectRefusal(linkToOriginal(clock, refOf(document.id), document.id), 'source.not_found');
  });
});

describe('a document that failed by our fault', () => {
  /** Its file is kept, its place is given back. */
  async function failed() {
    const { document, job } = await register();
    const upload = job();
    const broken = ingestDeps({ extract: async () => Promise.reject(new Error('broken')) });
    await expect(ingestDocument(broken, upload, delivery({ isLast: true }))).rejects.toThrow('broken');
    expect(await counted()).toBe(0);
    return { document, upload };
  }

  it('is read again when it is retried, with a place in the plan again', async () => {
    const { document, upload } = await failed();
    expect(await retry(document.id)).toMatchObject({ status: 'processing', failureReason: null });
    expect(await counted()).toBe(1);
    expect(buckets.queued).toEqual([{ body: upload, group: owner.actor.accountId }]);
    await ingestDocument(ingestDeps(), upload, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'success', failureReason: null });
    expect(await counted()).toBe(1);
  });

  it('is put to work once, however often it is retried', async () => {
    const { document } = await failed();
    await atOnce(...[1, 2, 3].map(() => () => retry(document.id)));
    await retry(document.id);
    expect(buckets.queued).toHaveLength(1);
    expect(await counted()).toBe(1);
  });

  it('is not retried where the plan has no room by now, and stays as it was', async () => {
    const { document } = await failed();
    for (let place = 0; place < 10; place++) await register(`${TEXT} ${place}`);
    await expectRefusal(retry(document.id), 'plan.limit_exceeded');
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(buckets.queued).toEqual([]);
  });

  it('fails again, and gives its place back, when nobody takes its retry up', async () => {
    const { document } = await failed();
    // That of the upload has passed by the time that somebody tries again.
    buckets.deadlines.length = 0;
    await retry(document.id);
    const deadline = buckets.deadlines.find(({ body }) => body.documentId === document.id)?.body;
    if (!deadline) throw new Error('Nothing watches the retry.');
    await enforceUploadDeadline(() => new Date((deadline.at + ABANDONED_SECONDS) * 1000), deadline);
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(await counted()).toBe(0);
  });

  it('is not retried when its file is gone, or was at fault itself', async () => {
    const { document } = await failed();
    buckets.versions.clear();
    await expectRefusal(retry(document.id), 'document.not_retryable');
    const empty = await register('   ');
    await ingestDocument(ingestDeps(), empty.job(), delivery());
    await expectRefusal(retry(empty.document.id), 'document.not_retryable');
    expect(await counted()).toBe(0);
  });

  it('is nothing to another tenant', async () => {
    const { document } = await failed();
    const stranger = await startBot();
    await expectRefusal(retryDocument(clock, stranger.actor, wireRef(document.id)), 'bot.not_found');
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
    await enforceUploadDeadline(early, deadline);
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
    expect([...buckets.versions.keys()]).toEqual([]);
  });

  it('leaves no file behind that a delete marker hides', async () => {
    const { document, deadline, job } = await register();
    const { versionId: _, ...upload } = job();
    await deleteObject(uploadAddress(upload));
    job();
    await deleteObject(uploadAddress(upload));
    await remove(document.id);
    await settle(deadline);
    expect([...buckets.versions.keys()]).toEqual([]);
  });

  it('leaves no other version behind than the one that was taken in', async () => {
    const { document, deadline, job } = await register();
    buckets.upload(refOf(document.id), 'Posted before it with the same form.');
    const taken = job();
    await ingestDocument(ingestDeps(), taken, delivery());
    buckets.upload(refOf(document.id), 'Posted again with the same form.');
    await settle(deadline);
    await settle(deadline);
    const kept = buckets.versions.get(`uploads/${uploadKey(refOf(document.id))}`);
    expect(kept?.map(({ versionId }) => versionId)).toEqual([taken.versionId]);
  });

  it('is not even watched where the plan is full', async () => {
    for (let place = 0; place < 10; place++) await register(`${TEXT} ${place}`);
    await expectRefusal(register(), 'plan.limit_exceeded');
    expect(buckets.deadlines).toHaveLength(10);
  });

  it('and whose call died before it was stored changes nothing when its time comes', async () => {
    const { deadline } = await register();
    const { documentId, ...rest } = deadline;
    await settle({ ...rest, documentId: DocumentId.parse(`${documentId}x`) });
    expect(await counted()).toBe(1);
  });
});

describe('a document whose functions were killed at every delivery', () => {
  const killed = ingestDeps({ extract: () => new Promise(() => {}) });
  const at = (seconds: number) => () => new Date(seconds * 1000);

  it('ends as failed by our fault, once, when nobody has taken it up for long', async () => {
    const { document, deadline, job } = await register();
    void ingestDocument(killed, job(), delivery());
    await vi.waitFor(async () => expect((await read(document.id)).status).toBe('processing'), WAIT_MS);
    await settle(deadline);
    expect((await read(document.id)).status).toBe('processing');
    const later = buckets.deadlines.at(-1)?.body;
    if (!later) throw new Error('Nobody looks again.');
    expect(later.at).toBeGreaterThan(deadline.at);
    await atOnce(...[1, 2].map(() => () => settle(later)));
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(await counted()).toBe(0);
  });

  it('is left alone while a later delivery works on it', async () => {
    const { document, deadline, job } = await register();
    void ingestDocument({ ...killed, clock: at(deadline.at) }, job(), delivery());
    await vi.waitFor(async () => expect((await read(document.id)).status).toBe('processing'), WAIT_MS);
    await enforceUploadDeadline(at(deadline.at + ABANDONED_SECONDS - 1), deadline);
    expect((await read(document.id)).status).toBe('processing');
    expect(buckets.deadlines.at(-1)).toEqual({
      body: { ...deadline, at: deadline.at + ABANDONED_SECONDS },
      delaySeconds: 1,
    });
  });

  it('before they took it ends so too, and is taken in by a delivery that comes after all', async () => {
    const { document, deadline, job } = await register();
    const upload = job();
    await settle(deadline);
    const later = buckets.deadlines.at(-1)?.body;
    if (!later) throw new Error('Nobody looks again.');
    await settle(later);
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    await ingestDocument(ingestDeps(), upload, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'success', failureReason: null });
    expect(await counted()).toBe(1);
  });
});

describe('a dead letter that is redriven', () => {
  const broken = ingestDeps({ extract: async () => Promise.reject(new Error('broken')) });

  /** A document that failed at its message's last delivery. */
  async function dead(content = TEXT) {
    const { document, job } = await register(content);
    const upload = job();
    await expect(ingestDocument(broken, upload, delivery({ isLast: true }))).rejects.toThrow('broken');
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    return { document, upload };
  }

  it('takes its document in, and its place in the plan again, once', async () => {
    const { document, upload } = await dead();
    expect(await counted()).toBe(0);
    await atOnce(...[1, 2, 3].map(() => () => ingestDocument(ingestDeps(), upload, delivery())));
    await ingestDocument(ingestDeps(), upload, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'success', failureReason: null });
    expect(await counted()).toBe(1);
  });

  it('gives the place back when it fails again', async () => {
    const { document, upload } = await dead();
    for (const isLast of [false, true])
      await expect(ingestDocument(broken, upload, delivery({ isLast }))).rejects.toThrow('broken');
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(await counted()).toBe(0);
  });

  it('waits in the dead letters while the plan is full, which its document says, and goes on when there is room', async () => {
    const { document, upload } = await dead();
    const others = [];
    for (let place = 0; place < 10; place++) others.push(await register(`${TEXT} ${place}`));
    for (const _ of [1, 2])
      await expectRefusal(ingestDocument(ingestDeps(), upload, delivery()), 'plan.limit_exceeded');
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'plan_full' });
    expect(await counted()).toBe(10);
    if (others[0]) await remove(others[0].document.id);
    await ingestDocument(ingestDeps(), upload, delivery());
    expect((await read(document.id)).status).toBe('success');
    expect(await counted()).toBe(10);
  });

  it('changes nothing of a document that can not be read, or whose upload was another one', async () => {
    const { document, job } = await register('   ');
    const unreadable = job();
    await ingestDocument(ingestDeps(), unreadable, delivery());
    await ingestDocument(ingestDeps(), unreadable, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'empty' });
    const { document: failed } = await dead();
    await ingestDocument(ingestDeps(), buckets.upload(refOf(failed.id), 'Another file.'), delivery());
    expect(await read(failed.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(await counted()).toBe(0);
  });
});
