import { describe, expect, it, vi } from 'vitest';
import type { DocumentId } from '#contract/base/ids';
import { readKnowledgeCounts } from '#core/bots/manifest/counts';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { getDocument, listDocuments } from '#core/knowledge/documents/documents';
import { eraseDocumentFiles } from '#core/knowledge/documents/erase';
import { manifestReader } from '#core/knowledge/documents/manifest';
import { completeUpload, registerDocument } from '#core/knowledge/documents/register-document';
import { undoDeletion } from '#core/knowledge/documents/undo-deletion';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import type { DocumentReader } from '#core/reading/isolated';
import type { Actor } from '#platform/actor';
import { WAIT_MS } from '#test/helpers/patience';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, delivery, ingestDeps, sha256, startBot, withBot } from './setup';

const TEXT = 'Orders ship within two working days.\n\nReturns are free for thirty days.';

const own = withBot();

const register = (size = TEXT.length, contentHash?: string) =>
  registerDocument(clock, own.owner.actor, own.owner.botId, {
    fileName: 'conditions.txt',
    size,
    description: '',
    ...(contentHash ? { contentHash } : {}),
  });
const refOf = (documentId: DocumentId) => ({
  accountId: own.owner.actor.accountId,
  botId: own.owner.botId,
  documentId,
});
const botKey = () => ({ accountId: own.owner.actor.accountId, botId: own.owner.botId });
const read = (documentId: DocumentId) => getDocument(own.owner.actor, { botId: own.owner.botId, documentId });

async function uploaded(content = TEXT) {
  const { document } = await register(content.length);
  return { document, job: own.buckets.upload(refOf(document.id), content) };
}

/** A function that is killed before it has read its file. */
const never = ingestDeps({ extract: () => new Promise(() => {}) });

describe('registering a document', () => {
  it('gives a form for exactly this key, size and type', async () => {
    const { document, upload } = await register();
    expect(document).toMatchObject({ status: 'pending', title: 'conditions', format: 'txt' });
    expect(upload.fields.key).toBe(`uploads/${own.owner.actor.accountId}/${own.owner.botId}/${document.id}`);
    const { conditions } = JSON.parse(Buffer.from(upload.fields.Policy ?? '', 'base64').toString());
    expect(conditions).toContainEqual(['content-length-range', TEXT.length, TEXT.length]);
    expect(conditions).toContainEqual({ 'Content-Type': 'text/plain' });
  });

  it('refuses a type that is not read', async () => {
    for (const fileName of ['photo.heic', 'pdf', 'md', 'notes.']) {
      const input = { fileName, size: 10, description: '' };
      await expectRefusal(
        registerDocument(clock, own.owner.actor, own.owner.botId, input),
        'document.type_not_supported',
      );
    }
  });

  it('refuses the eleventh document on the starter plan, also of eleven at the same time', async () => {
    own.owner = await startBot('starter');
    const results = await Promise.allSettled(Array.from({ length: 11 }, () => register()));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'plan.limit_exceeded' });
    expect((await listDocuments(own.owner.actor, own.owner.botId, { limit: 50 })).items).toHaveLength(10);
  });

  it("knows no bot of another tenant's", async () => {
    const stranger: Actor = (await startBot()).actor;
    await expectRefusal(
      registerDocument(clock, stranger, own.owner.botId, { fileName: 'a.txt', size: 1, description: '' }),
      'bot.not_found',
    );
  });
});

describe('ingesting a document', () => {
  it('publishes its passages and counts', async () => {
    const { document, job } = await uploaded();
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'success', words: 12, failureReason: null });
    const { version, segments } = await manifestReader.readManifest(botKey());
    expect(version).toBe(1);
    expect(segments).toHaveLength(1);
    expect(own.buckets.versions.has(`index/${segments[0]?.key}`)).toBe(true);
    expect(await readKnowledgeCounts([botKey()])).toMatchObject([{ documents: 1 }]);
  });

  it('keeps what the reader says that it could not read, for its owner', async () => {
    const { document, job } = await uploaded();
    const notices = [{ kind: 'pages_without_text' as const, count: 2, pages: [3, 4] }];
    const extract: DocumentReader['extract'] = async (...asked) => ({
      ...(await ingestDeps().extract(...asked)),
      notices,
    });
    await ingestDocument(ingestDeps({ extract }), job, delivery());
    expect((await read(document.id)).notices).toEqual(notices);
  });

  it('changes nothing when the notification comes twice', async () => {
    const { job } = await uploaded();
    await ingestDocument(ingestDeps(), job, delivery());
    const before = await manifestReader.readManifest(botKey());
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await manifestReader.readManifest(botKey())).toEqual(before);
  });

  it('is done once when three messages tell of it at the same time', async () => {
    const { job } = await uploaded();
    const extract = vi.fn(ingestDeps().extract);
    await Promise.all([1, 2, 3].map(() => ingestDocument(ingestDeps({ extract }), job, delivery())));
    expect(extract).toHaveBeenCalledTimes(1);
    expect((await manifestReader.readManifest(botKey())).version).toBe(1);
  });

  it('ignores a second object that a replayed form put under the same key', async () => {
    const { document, job } = await uploaded();
    await ingestDocument(ingestDeps(), job, delivery());
    const replayed = own.buckets.upload(refOf(document.id), 'Something else entirely.');
    await ingestDocument(ingestDeps(), replayed, delivery());
    expect(await manifestReader.readManifest(botKey())).toMatchObject({ version: 1 });
  });

  it('goes on where a killed function left it, when its message comes again', async () => {
    const { document, job } = await uploaded();
    const message = delivery();
    void ingestDocument(never, job, message);
    await vi.waitFor(async () => expect((await read(document.id)).status).toBe('processing'), WAIT_MS);
    await ingestDocument(ingestDeps(), job, message);
    expect((await read(document.id)).status).toBe('success');
  });

  it('is published once by a message that is delivered again while its function still works', async () => {
    const { document, job } = await uploaded();
    const message = delivery();
    let goOn = () => {};
    const slow = ingestDeps({
      extract: async (...input) => {
        await new Promise<void>((resolve) => (goOn = resolve));
        return ingestDeps().extract(...input);
      },
    });
    const first = ingestDocument(slow, job, message);
    await vi.waitFor(async () => expect((await read(document.id)).status).toBe('processing'), WAIT_MS);
    // A later second, so that the two leases differ.
    const later = () => new Date(Date.now() + 1_000);
    await ingestDocument(ingestDeps({ clock: later }), job, message);
    const published = await manifestReader.readManifest(botKey());
    goOn();
    await first;
    expect(await manifestReader.readManifest(botKey())).toEqual(published);
    expect(own.buckets.versions.has(`index/${published.segments[0]?.key}`)).toBe(true);
  });

  it('is left to the function that works on it by another message, until that lease has ended', async () => {
    const { document, job } = await uploaded();
    void ingestDocument(never, job, delivery());
    await vi.waitFor(async () => expect((await read(document.id)).status).toBe('processing'), WAIT_MS);
    await ingestDocument(ingestDeps(), job, delivery());
    expect((await read(document.id)).status).toBe('processing');
    const later = () => new Date(Date.now() + 61_000);
    await ingestDocument(ingestDeps({ clock: later }), job, delivery());
    expect((await read(document.id)).status).toBe('success');
  });

  it('publishes nothing of a document that was deleted meanwhile', async () => {
    const { document, job } = await uploaded();
    const deps = ingestDeps({
      extract: async (...input) => {
        await deleteDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: document.id });
        return ingestDeps().extract(...input);
      },
    });
    await ingestDocument(deps, job, delivery());
    expect((await manifestReader.readManifest(botKey())).segments).toEqual([]);
    expect([...own.buckets.versions.keys()].filter((key) => key.startsWith('index/'))).toEqual([]);
  });

  it('fails a file that cannot be read, with its reason, and is not tried again', async () => {
    const { document, job } = await uploaded('   ');
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'empty' });
  });

  it('fails the second of two equal files as a duplicate, whoever is first, and keeps nothing of it', async () => {
    const one = await uploaded();
    const two = await uploaded();
    // Both have read their file before either is published.
    let reading = 0;
    const { extract: readFile } = ingestDeps();
    const extract: typeof readFile = async (...input) => {
      reading += 1;
      await vi.waitFor(() => expect(reading).toBe(2), WAIT_MS);
      return readFile(...input);
    };
    await Promise.all([one, two].map(({ job }) => ingestDocument(ingestDeps({ extract }), job, delivery())));
    const states = await Promise.all([one, two].map(({ document }) => read(document.id)));
    expect(states.map(({ status }) => status).sort()).toEqual(['failed', 'success']);
    expect(states.find(({ status }) => status === 'failed')?.failureReason).toBe('duplicate');
    const { segments } = await manifestReader.readManifest(botKey());
    expect(segments).toHaveLength(1);
    const stored = [...own.buckets.versions.keys()].filter((key) => key.startsWith('index/'));
    expect(stored).toEqual([`index/${segments[0]?.key}`]);
  });

  it('refuses a file that is known before it is sent, when the browser tells its hash', async () => {
    const { job } = await uploaded();
    await ingestDocument(ingestDeps(), job, delivery());
    await expectRefusal(register(TEXT.length, sha256(TEXT)), 'document.duplicate');
  });

  it('throws what may pass, so that the queue brings it again at once', async () => {
    const { document, job } = await uploaded();
    const busy = ingestDeps({ extract: async () => Promise.reject(new Error('S3 is busy')) });
    await expect(ingestDocument(busy, job, delivery())).rejects.toThrow('S3 is busy');
    expect((await read(document.id)).status).toBe('processing');
    await ingestDocument(ingestDeps(), job, delivery());
    expect((await read(document.id)).status).toBe('success');
  });

  it('shows a failure when the last delivery fails, and lets the dead letter come', async () => {
    const { document, job } = await uploaded();
    const broken = ingestDeps({ extract: async () => Promise.reject(new Error('broken')) });
    await expect(ingestDocument(broken, job, delivery({ isLast: true }))).rejects.toThrow('broken');
    expect(await read(document.id)).toMatchObject({ status: 'failed', failureReason: 'internal' });
  });
});

describe('deleting a document', () => {
  it('erases all versions of a file that arrived and was taken in by nobody', async () => {
    const { document } = await uploaded();
    for (const content of ['again', 'and again']) own.buckets.upload(refOf(document.id), content);
    const other = await uploaded();
    await deleteDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: document.id });
    await eraseDocumentFiles(refOf(document.id) as unknown as Parameters<typeof eraseDocumentFiles>[0]);
    const kept = [...own.buckets.versions.keys()];
    expect(kept).toEqual([
      `uploads/uploads/${own.owner.actor.accountId}/${own.owner.botId}/${other.document.id}`,
    ]);
  });

  it('takes it out of the manifest at once, and its files afterwards', async () => {
    const { document, job } = await uploaded();
    await ingestDocument(ingestDeps(), job, delivery());
    const [segment] = (await manifestReader.readManifest(botKey())).segments;
    await deleteDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: document.id });
    expect(await manifestReader.readManifest(botKey())).toEqual({ version: 2, segments: [] });
    expect(await readKnowledgeCounts([botKey()])).toEqual([{ documents: 0, passages: 0 }]);
    const removed = {
      ...refOf(document.id),
      segmentId: segment?.id,
      uploadVersion: job.versionId,
    } as unknown as Parameters<typeof eraseDocumentFiles>[0];
    await eraseDocumentFiles(removed);
    await eraseDocumentFiles(removed);
    expect(own.buckets.visible()).toEqual([]);
    // What an operator can bring back: the original, hidden by one marker.
    const upload = `uploads/uploads/${own.owner.actor.accountId}/${own.owner.botId}/${document.id}`;
    expect([...own.buckets.versions.keys()]).toEqual([upload]);
    expect(own.buckets.versions.get(upload)).toMatchObject([{ versionId: job.versionId }, { body: null }]);
  });

  it('lets the same file be uploaded again', async () => {
    const first = await uploaded();
    await ingestDocument(ingestDeps(), first.job, delivery());
    await deleteDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: first.document.id });
    const second = await uploaded();
    await ingestDocument(ingestDeps(), second.job, delivery());
    expect((await read(second.document.id)).status).toBe('success');
  });

  it('can be taken back within a minute: it is read again, once, and takes its place', async () => {
    const { document, job } = await uploaded();
    await ingestDocument(ingestDeps(), job, delivery());
    const before = await read(document.id);
    const ref = { botId: own.owner.botId, documentId: document.id };
    await deleteDocument(clock, own.owner.actor, ref);
    await eraseDocumentFiles({
      ...refOf(document.id),
      uploadVersion: job.versionId,
    } as unknown as Parameters<typeof eraseDocumentFiles>[0]);
    const back = await Promise.all([1, 2].map(() => undoDeletion(clock, own.owner.actor, ref)));
    expect(back.map(({ status, title }) => [status, title])).toEqual(
      Array(2).fill(['processing', document.title]),
    );
    expect(own.buckets.queued).toEqual([{ body: job, group: own.owner.actor.accountId }]);
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await read(document.id)).toMatchObject({ status: 'success', passages: before.passages });
    expect(await readKnowledgeCounts([botKey()])).toEqual([{ documents: 1, passages: before.passages }]);
    expect((await undoDeletion(clock, own.owner.actor, ref)).status).toBe('success');
  });

  it('stays where the minute is over, where it never answered, and for another tenant', async () => {
    const { document, job } = await uploaded();
    const unread = await uploaded('never read');
    await ingestDocument(ingestDeps(), job, delivery());
    const refs = [document.id, unread.document.id].map((documentId) => ({
      botId: own.owner.botId,
      documentId,
    }));
    for (const ref of refs) await deleteDocument(clock, own.owner.actor, ref);
    const late = () => new Date(clock().getTime() + 61_000);
    const [read, other] = refs as [(typeof refs)[number], (typeof refs)[number]];
    const stranger = await startBot('starter');
    for (const refused of [
      () => undoDeletion(late, own.owner.actor, read),
      () => undoDeletion(clock, own.owner.actor, other),
      () => undoDeletion(clock, stranger.actor, read),
    ])
      await expect(refused()).rejects.toMatchObject({ code: expect.stringMatching(/not_found$/) });
  });

  it('gives its place in the plan back, once', async () => {
    own.owner = await startBot('starter');
    const { document } = await register();
    const deletions = [1, 2].map(() =>
      deleteDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: document.id }),
    );
    expect((await Promise.allSettled(deletions)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ]);
    const results = await Promise.allSettled(Array.from({ length: 11 }, () => register()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
});

describe('the end of an upload', () => {
  it('starts the work in the group of its account, with the version that is there', async () => {
    const { document, job } = await uploaded();
    await completeUpload(own.owner.actor, { botId: own.owner.botId, documentId: document.id });
    expect(own.buckets.queued).toEqual([{ body: job, group: own.owner.actor.accountId }]);
  });

  it('is not believed before the file is there', async () => {
    const { document } = await register();
    await expectRefusal(
      completeUpload(own.owner.actor, { botId: own.owner.botId, documentId: document.id }),
      'document.not_uploaded',
    );
  });
});
