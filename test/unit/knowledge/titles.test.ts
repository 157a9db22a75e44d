import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, it } from 'vitest';
import type { DocumentId } from '#contract/base/ids';
import { getDocument } from '#core/knowledge/documents/documents';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import { manifestReader, readLiveSegments } from '#core/knowledge/documents/manifest';
import { registerDocument, registerVersion } from '#core/knowledge/documents/register-document';
import { updateDocument } from '#core/knowledge/documents/update-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { FORMAT_VERSION, isReadable } from '#core/retrieval/format';
import { openSegment } from '#core/retrieval/segment';
import { clock, delivery, ingestDeps, startBot, withBot } from './setup';

const TEXT =
  '# House rules of the mill\n\n## Keys\n\nThe key hangs at the desk.\n\n## Pets\n\nDogs stay on a lead.\n';

const own = withBot();

const bot = () => ({ accountId: own.owner.actor.accountId, botId: own.owner.botId });
const ref = (documentId: DocumentId) => ({ botId: own.owner.botId, documentId });
const titleOf = async (id: DocumentId) => (await getDocument(own.owner.actor, ref(id))).title;

async function registered(title?: string, content = TEXT) {
  const input = { fileName: 'rules_v3.md', size: content.length, description: '', ...(title && { title }) };
  const { document } = await registerDocument(clock, own.owner.actor, own.owner.botId, input);
  return { id: document.id, job: own.buckets.upload({ ...bot(), documentId: document.id }, content) };
}

/** The titles that answers cite: as the segments have them, or what was said since. */
async function cited(): Promise<string[]> {
  const { segments } = await readLiveSegments(bot());
  return segments.map(({ objectKey, titles }) => {
    const bytes = own.buckets.versions.get(`index/${objectKey}`)?.at(-1)?.body;
    const { id, title } = openSegment(bytes as Uint8Array).document(0);
    return titles?.[id] ?? title;
  });
}

it('a document that nobody gave a title is called as it calls itself', async () => {
  const { id, job } = await registered();
  expect(await titleOf(id)).toBe('rules v3');
  await ingestDocument(ingestDeps(), job, delivery());
  expect(await titleOf(id)).toBe('House rules of the mill');
  expect(await cited()).toEqual(['House rules of the mill']);
});

it('is called as its file is where it has no title of its own', async () => {
  const { id, job } = await registered(undefined, 'The key hangs at the desk.');
  await ingestDocument(ingestDeps(), job, delivery());
  expect(await titleOf(id)).toBe('rules v3');
});

it('keeps a title that its owner typed, also when that is the name of the file, and when it was read again', async () => {
  for (const title of ['The mill', 'rules v3']) {
    own.owner = await startBot();
    const { id, job } = await registered(title);
    await ingestDocument(ingestDeps(), job, delivery());
    expect(await titleOf(id)).toBe(title);
    await ingestDocument(ingestDeps(), { ...job, rebuild: 'r1' }, delivery());
    expect(await titleOf(id)).toBe(title);
    expect(await cited()).toEqual([title]);
  }
});

it('keeps a title that its owner typed while it was read, or after', async () => {
  const { id, job } = await registered();
  const deps = ingestDeps();
  const slow = {
    ...deps,
    extract: async (...args: Parameters<typeof deps.extract>) => {
      await updateDocument(clock, own.owner.actor, ref(id), { title: 'The mill' });
      return deps.extract(...args);
    },
  };
  await ingestDocument(slow, job, delivery());
  expect([await titleOf(id), ...(await cited())]).toEqual(['The mill', 'The mill']);
  await ingestDocument(deps, { ...job, rebuild: 'r1' }, delivery());
  expect([await titleOf(id), ...(await cited())]).toEqual(['The mill', 'The mill']);
});

it('of a new version is its own, unless its owner typed one', async () => {
  const changed = TEXT.replace('mill', 'farm');
  for (const title of [undefined, 'The mill']) {
    own.owner = await startBot();
    const { id, job } = await registered(title);
    await ingestDocument(ingestDeps(), job, delivery());
    const input = { fileName: 'rules_v4.md', size: changed.length };
    const { document } = await registerVersion(clock, own.owner.actor, ref(id), input);
    const next = own.buckets.upload({ ...bot(), documentId: document.id }, changed);
    await ingestDocument(ingestDeps(), next, delivery());
    expect(await titleOf(document.id)).toBe(title ?? 'House rules of the farm');
  }
});

it('a document that was read before gets its own title, and loses pages that were not counted, when it is read again', async () => {
  const { id, job } = await registered();
  await ingestDocument(ingestDeps(), job, delivery());
  // As it was stored: under its file's name, with the page of a template.
  await DocumentEntity.build(UpdateItemCommand)
    .item({ ...bot(), documentId: id, title: 'rules_v3', automaticTitle: $remove(), pages: 1 })
    .send();
  await ingestDocument(ingestDeps(), { ...job, rebuild: 'r1' }, delivery());
  const { title, pages } = await getDocument(own.owner.actor, ref(id));
  expect({ title, pages }).toEqual({ title: 'House rules of the mill', pages: null });
});

it('what was read before is still answered from, and is what a rebuild has read again', async () => {
  expect(isReadable(1)).toBe(true);
  expect(FORMAT_VERSION).toBeGreaterThan(1);
  const { job } = await registered();
  await ingestDocument(ingestDeps(), job, delivery());
  const { segments } = await readLiveSegments(bot());
  expect(segments.map(({ format }) => format)).toEqual([FORMAT_VERSION]);
  expect((await manifestReader.readManifest(bot())).segments).toHaveLength(1);
});
