import { describe, expect, it, vi } from 'vitest';
import { buildSegment } from '#core/retrieval/build';
import { SegmentCache } from '#core/retrieval/cache';
import { CorruptSegment, lexicalPartOf } from '#core/retrieval/format';
import type { Embedder, LiveSegment, Manifest } from '#core/retrieval/ports';
import { retrieve } from '#core/retrieval/retrieve';
import { passage } from './corpus';

const bot = { accountId: 'a', botId: 'b' };
const bytesFor = (id: string, text: string) =>
  buildSegment({ documentId: id, title: id, language: 'en', passages: [passage(text)] });
const live = (id: string, removedDocuments: string[] = []): LiveSegment => ({
  id,
  key: `k/${id}`,
  removedDocuments,
});

function store(objects: Record<string, Uint8Array | null>) {
  return { readSegment: vi.fn(async (key: string) => objects[key] ?? null) };
}

describe('segment cache', () => {
  it('loads a segment once, also for questions that come together', async () => {
    const source = store({ 'k/a': bytesFor('a', 'alpha') });
    const cache = new SegmentCache(source, { maxBytes: 1e6 });
    const [first, second] = await Promise.all([cache.load(live('a')), cache.load(live('a'))]);
    expect(second).toBe(first);
    expect(await cache.load(live('a'))).toBe(first);
    expect(source.readSegment).toHaveBeenCalledTimes(1);
  });

  it('gives up the least recently used segments, and never keeps more than its bytes', async () => {
    const objects = Object.fromEntries(['a', 'b', 'c'].map((id) => [`k/${id}`, bytesFor(id, 'alpha')]));
    const source = store(objects);
    const size = objects['k/a']?.byteLength ?? 0;
    const cache = new SegmentCache(source, { maxBytes: size * 2 });
    for (const id of ['a', 'b', 'a', 'c', 'a']) await cache.load(live(id));
    expect(cache.bytes).toBe(size * 2);
    expect(source.readSegment.mock.calls.map(([key]) => key)).toEqual(['k/a', 'k/b', 'k/c']);
    await cache.load(live('b'));
    expect(source.readSegment).toHaveBeenCalledTimes(4);
  });

  it('keeps the part without vectors and the whole apart, and reads no more than it needs', async () => {
    const whole = buildSegment({
      documentId: 'a',
      title: 'a',
      language: 'en',
      passages: [passage('alpha')],
      vectors: { model: 'm', dimensions: 2, values: [Float32Array.of(1, 0)] },
    });
    const lexical = lexicalPartOf(whole);
    const readSegment = vi.fn(async (_: string, length = whole.length) => whole.slice(0, length));
    const cache = new SegmentCache({ readSegment }, { maxBytes: 1e6 });
    expect((await cache.load({ ...live('a'), lexical }))?.isLexical).toBe(true);
    expect((await cache.load(live('a')))?.vectors).toHaveLength(2);
    expect((await cache.load({ ...live('a'), lexical }))?.isLexical).toBe(true);
    expect(readSegment.mock.calls).toEqual([
      ['k/a', lexical.bytes],
      ['k/a', undefined],
    ]);
    expect(cache.bytes).toBe(lexical.bytes + whole.length);
  });

  it('answers from a segment that is larger than itself without keeping it', async () => {
    const source = store({ 'k/a': bytesFor('a', 'alpha') });
    const cache = new SegmentCache(source, { maxBytes: 10 });
    expect((await cache.load(live('a')))?.passageCount).toBe(1);
    expect(cache.bytes).toBe(0);
  });

  it('tries again after a failure, and keeps nothing corrupt', async () => {
    const bytes = bytesFor('a', 'alpha');
    const readSegment = vi
      .fn<(key: string) => Promise<Uint8Array>>()
      .mockRejectedValueOnce(new Error('S3 is busy'))
      .mockResolvedValueOnce(bytes.subarray(0, 50))
      .mockResolvedValue(bytes);
    const cache = new SegmentCache({ readSegment }, { maxBytes: 1e6 });
    await expect(cache.load(live('a'))).rejects.toThrow('S3 is busy');
    await expect(cache.load(live('a'))).rejects.toThrow(CorruptSegment);
    expect(await cache.load(live('a'))).not.toBeNull();
  });
});

describe('retrieval', () => {
  const objects = {
    'k/a': bytesFor('a', 'Orders ship today.'),
    'k/b': bytesFor('b', 'Orders ship tomorrow.'),
  };
  const segments = () => new SegmentCache(store(objects), { maxBytes: 1e6 });
  const manifestsOf = (...manifests: LiveSegment[][]) => {
    const readManifest = vi.fn(async (): Promise<Manifest> => {
      const call = readManifest.mock.calls.length;
      return { version: call, segments: manifests[Math.min(call, manifests.length) - 1] ?? [] };
    });
    return { readManifest };
  };
  const ask = (deps: Parameters<typeof retrieve>[0]) =>
    retrieve(deps, bot, 'When do orders ship?', { limit: 5 });

  it('reads the manifest for each question, so that a change holds at once', async () => {
    const deps = {
      manifests: manifestsOf([live('a')], [live('a'), live('b')], [live('b', ['b'])]),
      segments: segments(),
    };
    expect((await ask(deps)).hits.map((hit) => hit.documentId)).toEqual(['a']);
    expect((await ask(deps)).hits.map((hit) => hit.documentId).sort()).toEqual(['a', 'b']);
    expect((await ask(deps)).hits).toEqual([]);
  });

  it('reads the manifest again when a merge took a segment away meanwhile', async () => {
    const manifests = manifestsOf([live('gone')], [live('a')]);
    expect((await ask({ manifests, segments: segments() })).hits).toHaveLength(1);
    expect(manifests.readManifest).toHaveBeenCalledTimes(2);
  });

  it('fails clearly when a segment stays away', async () => {
    await expect(ask({ manifests: manifestsOf([live('gone')]), segments: segments() })).rejects.toThrow(
      'gone',
    );
  });

  it('says that a bot knows nothing', async () => {
    expect(await ask({ manifests: manifestsOf([]), segments: segments() })).toEqual({
      hits: [],
      hasKnowledge: false,
    });
  });

  it('searches by words alone when the embedder fails or is too slow', async () => {
    const failing: Embedder = {
      model: 'm',
      dimensions: 2,
      embed: () => Promise.reject(new Error('throttled')),
    };
    const hanging: Embedder = { model: 'm', dimensions: 2, embed: () => new Promise(() => {}) };
    for (const embedder of [failing, hanging]) {
      const onEmbeddingFailed = vi.fn();
      const deps = { manifests: manifestsOf([live('a')]), segments: segments(), embedder, onEmbeddingFailed };
      const { hits } = await retrieve(deps, bot, 'When do orders ship?', {
        limit: 5,
        embeddingTimeoutMs: 20,
      });
      expect(hits).toHaveLength(1);
      expect(onEmbeddingFailed).toHaveBeenCalledOnce();
    }
  });

  it('asks for the vector of the question as a question', async () => {
    const embed = vi.fn(async () => [Float32Array.of(1, 0)]);
    const deps = {
      manifests: manifestsOf([live('a')]),
      segments: segments(),
      embedder: { model: 'm', dimensions: 2, embed },
    };
    await ask(deps);
    expect(embed).toHaveBeenCalledWith(['When do orders ship?'], 'question', expect.anything());
  });
});
