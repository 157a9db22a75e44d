import { beforeEach, describe, expect, it } from 'vitest';
import { DocumentId } from '#contract/base/ids';
import { loadAccount } from '#core/accounts/plan';
import { readKnowledgeCounts } from '#core/bots/manifest/counts';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { getDocument, listDocuments } from '#core/knowledge/documents/documents';
import { manifestReader } from '#core/knowledge/documents/manifest';
import { linkToOriginal } from '#core/knowledge/documents/original';
import { registerDocument, registerVersion } from '#core/knowledge/documents/register-document';
import { updateDocument } from '#core/knowledge/documents/update-document';
import { enforceUploadDeadline } from '#core/knowledge/documents/upload-deadline';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { SegmentCache } from '#core/retrieval/cache';
import { retrieve } from '#core/retrieval/retrieve';
import { getObject } from '#platform/buckets';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, delivery, ingestDeps, startBot, withBuckets } from './setup';

const OLD = 'Orders ship within two working days from our warehouse.';
const NEW = 'Orders ship within five working days from our warehouse.';

withLocalTable();
const buckets = withBuckets();
let owner: Awaited<ReturnType<typeof startBot>>;

beforeEach(async () => {
  owner = await startBot('free');
});

const key = () => ({ accountId: owner.actor.accountId, botId: owner.botId });
const ref = (documentId: DocumentId) => ({ ...key(), documentId });
const counted = async () => (await loadAccount(owner.actor.accountId)).documentCount;
const read = (documentId: DocumentId) => getDocument(owner.actor, ref(documentId));
const ids = async () =>
  (await listDocuments(owner.actor, owner.botId, { limit: 50 })).items.map(({ id }) => id);

async function ready(content = OLD, fileName = 'terms.txt') {
  const { document } = await registerDocument(clock, owner.actor, owner.botId, {
    fileName,
    size: content.length,
    title: 'Terms',
    description: '',
    category: 'Legal',
    tags: ['shipping'],
  });
  await ingestDocument(ingestDeps(), buckets.upload(ref(document.id), content), delivery());
  return document.id;
}

async function newVersion(of: DocumentId, content = NEW) {
  const { document } = await registerVersion(clock, owner.actor, ref(of), {
    fileName: 'terms-2.txt',
    size: content.length,
  });
  return { id: document.id, job: () => buckets.upload(ref(document.id), content) };
}

/** What the bot answers from, as a visitor's question finds it. */
async function found(): Promise<readonly string[]> {
  const bucket = process.env.INDEX_BUCKET ?? '';
  const store = { readSegment: (name: string) => getObject({ bucket, key: name }) };
  const segments = new SegmentCache(store, { maxBytes: 1_000_000 });
  const { hits } = await retrieve({ manifests: manifestReader, segments }, key(), 'When do orders ship?', {
    limit: 5,
  });
  return hits.map(({ title, passage }) => `${title}: ${passage.text}`);
}

describe('a new version of a document', () => {
  it('answers in place of the old one once it is ready, and the old one until then', async () => {
    const old = await ready();
    const version = await newVersion(old);
    expect(await read(version.id)).toMatchObject({
      status: 'pending',
      replaces: old,
      title: 'Terms',
      category: 'Legal',
      tags: ['shipping'],
    });
    const job = version.job();
    expect(await found()).toEqual([`Terms: ${OLD}`]);
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await found()).toEqual([`Terms: ${NEW}`]);
    expect(await ids()).toEqual([version.id]);
    expect(await read(version.id)).toMatchObject({ status: 'success', replaces: null });
    expect(await readKnowledgeCounts([key()])).toEqual([{ documents: 1, passages: 1 }]);
  });

  it('is what every version before it and its original lead to, until it is deleted', async () => {
    const first = await ready();
    const original = (id: DocumentId) => linkToOriginal(clock, key(), id);
    const second = await newVersion(first);
    await ingestDocument(ingestDeps(), second.job(), delivery());
    const third = await newVersion(second.id, `${NEW} Sundays excepted.`);
    expect(await original(second.id)).toMatchObject({ isReplaced: false });
    await ingestDocument(ingestDeps(), third.job(), delivery());
    for (const former of [first, second.id]) {
      const { url, isReplaced } = await original(former);
      expect(isReplaced).toBe(true);
      expect(url).toContain(third.id);
      expect((await read(former)).id).toBe(third.id);
    }
    await deleteDocument(clock, owner.actor, ref(third.id));
    for (const gone of [first, second.id, third.id]) {
      await expectRefusal(original(gone), 'document.not_found');
      await expectRefusal(read(gone), 'document.not_found');
    }
    // Another tenant's bot has no such document, nor a version of it.
    const other = await startBot('free');
    const theirs = { accountId: other.actor.accountId, botId: other.botId };
    await expectRefusal(linkToOriginal(clock, theirs, first), 'document.not_found');
  });

  it('that stays when the one before it is deleted meanwhile is led to by those before', async () => {
    const first = await ready();
    const second = await newVersion(first);
    await ingestDocument(ingestDeps(), second.job(), delivery());
    const third = await newVersion(second.id, `${NEW} Sundays excepted.`);
    const job = third.job();
    await deleteDocument(clock, owner.actor, ref(second.id));
    for (const gone of [first, second.id]) await expectRefusal(read(gone), 'document.not_found');
    await ingestDocument(ingestDeps(), job, delivery());
    for (const former of [first, second.id])
      expect((await linkToOriginal(clock, key(), former)).url).toContain(third.id);
  });

  it('gets what is said of the old one while it is in work, but for what was said of itself', async () => {
    const old = await ready();
    const version = await newVersion(old);
    await updateDocument(clock, owner.actor, ref(version.id), { tags: ['new'] });
    const said = { title: 'Conditions', description: 'Of sale.', tags: ['old'] };
    expect(await updateDocument(clock, owner.actor, ref(old), said)).toMatchObject(said);
    const carried = { title: 'Conditions', description: 'Of sale.', category: 'Legal', tags: ['new'] };
    expect(await read(version.id)).toMatchObject({ ...carried, status: 'pending' });
    await ingestDocument(ingestDeps(), version.job(), delivery());
    expect(await read(version.id)).toMatchObject({ ...carried, status: 'success' });
    expect(await found()).toEqual([`Conditions: ${NEW}`]);
  });

  it('takes no place in the plan of its own, also where the plan is full', async () => {
    const [old] = await Promise.all([1, 2, 3, 4, 5].map((n) => ready(`${OLD} ${n}`)));
    expect(await counted()).toBe(5);
    const version = await newVersion(old as DocumentId);
    expect(await counted()).toBe(5);
    await ingestDocument(ingestDeps(), version.job(), delivery());
    expect(await counted()).toBe(5);
    await deleteDocument(clock, owner.actor, ref(version.id));
    expect(await counted()).toBe(4);
  });

  it('that can not be read leaves the old one as it was, and a next one may follow', async () => {
    const old = await ready();
    const broken = await newVersion(old, '   ');
    await ingestDocument(ingestDeps(), broken.job(), delivery());
    expect(await read(broken.id)).toMatchObject({
      status: 'failed',
      failureReason: 'empty',
      replaces: old,
    });
    expect(await found()).toEqual([`Terms: ${OLD}`]);
    expect(await counted()).toBe(1);
    const version = await newVersion(old);
    await ingestDocument(ingestDeps(), version.job(), delivery());
    expect(await found()).toEqual([`Terms: ${NEW}`]);
    await deleteDocument(clock, owner.actor, ref(broken.id));
    expect(await counted()).toBe(1);
  });

  it('that never arrives, or is cancelled, frees the way for another', async () => {
    const old = await ready();
    const lost = await newVersion(old);
    const deadline = buckets.deadlines.find(({ body }) => body.documentId === lost.id)?.body;
    if (!deadline) throw new Error('Nothing watches the upload.');
    await enforceUploadDeadline(() => new Date((deadline.at + 1) * 1000), deadline);
    expect(await read(lost.id)).toMatchObject({ status: 'failed', failureReason: 'not_uploaded' });
    const cancelled = await newVersion(old);
    await deleteDocument(clock, owner.actor, ref(cancelled.id));
    await newVersion(old);
    expect(await counted()).toBe(1);
  });

  it('comes one at a time, and only of a document that is ready', async () => {
    const old = await ready();
    const outcomes = await Promise.allSettled([newVersion(old), newVersion(old), newVersion(old)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRefusal(newVersion(old), 'document.not_replaceable');
    const { document } = await registerDocument(clock, owner.actor, owner.botId, {
      fileName: 'pending.txt',
      size: 5,
      description: '',
    });
    await expectRefusal(newVersion(document.id), 'document.not_replaceable');
    await expectRefusal(newVersion(DocumentId.parse('none')), 'document.not_found');
  });

  it('whose document is deleted meanwhile becomes one like others, in its place', async () => {
    const old = await ready();
    const version = await newVersion(old);
    await deleteDocument(clock, owner.actor, ref(old));
    expect(await found()).toEqual([]);
    expect(await counted()).toBe(1);
    await ingestDocument(ingestDeps(), version.job(), delivery());
    expect(await found()).toEqual([`Terms: ${NEW}`]);
    await deleteDocument(clock, owner.actor, ref(version.id));
    expect(await counted()).toBe(0);
  });

  it('and a deletion of the old one at the same moment leave the counts right', async () => {
    for (let round = 0; round < 5; round++) {
      const old = await ready(`${OLD} ${round}`);
      const version = await newVersion(old, `${NEW} ${round}`);
      const job = version.job();
      await Promise.all([
        ingestDocument(ingestDeps(), job, delivery()),
        deleteDocument(clock, owner.actor, ref(old)).catch((error: { code?: string }) => {
          if (error.code !== 'document.not_found') throw error;
        }),
      ]);
      expect(await found()).toEqual([`Terms: ${NEW} ${round}`]);
      expect(await counted()).toBe(1);
      await deleteDocument(clock, owner.actor, ref(version.id));
      expect(await readKnowledgeCounts([key()])).toEqual([{ documents: 0, passages: 0 }]);
    }
  });

  it('is taken in once, however often its message comes', async () => {
    const old = await ready();
    const version = await newVersion(old);
    const job = version.job();
    for (let i = 0; i < 3; i++) await ingestDocument(ingestDeps(), job, delivery());
    expect(await found()).toEqual([`Terms: ${NEW}`]);
    expect(await counted()).toBe(1);
  });
});

describe('what is said of a document', () => {
  it('can be changed, and what is left out stays', async () => {
    const id = await ready();
    const changed = await updateDocument(clock, owner.actor, ref(id), {
      category: 'Shop',
      tags: ['delivery', 'times'],
    });
    expect(changed).toMatchObject({ title: 'Terms', category: 'Shop', tags: ['delivery', 'times'] });
    expect(await read(id)).toEqual(changed);
    await updateDocument(clock, owner.actor, ref(id), { tags: ['times'] });
    expect(await read(id)).toMatchObject({ tags: ['times'], category: 'Shop' });
    await updateDocument(clock, owner.actor, ref(id), { tags: [], category: '' });
    expect(await read(id)).toMatchObject({ tags: [], category: '' });
  });

  it('gives answers its new title at once, also when it was given while the document was read', async () => {
    const id = await ready();
    await updateDocument(clock, owner.actor, ref(id), { title: 'Conditions' });
    expect(await found()).toEqual([`Conditions: ${OLD}`]);
    await deleteDocument(clock, owner.actor, ref(id));

    const { document } = await registerDocument(clock, owner.actor, owner.botId, {
      fileName: 'terms.txt',
      size: OLD.length,
      description: '',
    });
    const { extract } = ingestDeps();
    const deps = ingestDeps({
      extract: async (bytes, format) => {
        await updateDocument(clock, owner.actor, ref(document.id), { title: 'Renamed' });
        return extract(bytes, format);
      },
    });
    await ingestDocument(deps, buckets.upload(ref(document.id), OLD), delivery());
    expect(await found()).toEqual([`Renamed: ${OLD}`]);
  });

  it('is not brought back by a change of one that is deleted', async () => {
    const id = await ready();
    await deleteDocument(clock, owner.actor, ref(id));
    await expectRefusal(updateDocument(clock, owner.actor, ref(id), { title: 'x' }), 'document.not_found');
  });
});
