import { readFileSync } from 'node:fs';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it } from 'vitest';
import { PLANS } from '#contract/accounts/plans';
import type { DocumentId } from '#contract/base/ids';
import { ModelsStopped } from '#core/accounts/limits/model-gate';
import { PictureUsageEntity, pictureMonth, picturePagesOf } from '#core/accounts/limits/picture-usage';
import { BotEntity } from '#core/bots/entity';
import { deleteDocument } from '#core/knowledge/documents/delete-document';
import { getDocument } from '#core/knowledge/documents/documents';
import { eraseDocumentFiles } from '#core/knowledge/documents/erase';
import type { IngestJob } from '#core/knowledge/documents/ingest-job';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { retryDocument } from '#core/knowledge/documents/retry-document';
import { findDocument } from '#core/knowledge/documents/stored-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { train } from '#core/knowledge/ingest/training';
import type { TextRecogniser } from '#core/reading/recognised';
import { standBetween } from './merge-setup';
import { clock, delivery, ingestDeps, startBot, withBot } from './setup';

/** A page with text, and two that are pictures. */
const SCAN = readFileSync(new URL('../../fixtures/documents/scan.pdf', import.meta.url));
/** Nothing but pictures. */
const PICTURES = readFileSync(new URL('../../fixtures/cases/p06b-scan.pdf', import.meta.url));

const own = withBot();

const bot = () => ({ accountId: own.owner.actor.accountId, botId: own.owner.botId });
const read = (id: DocumentId) => getDocument(own.owner.actor, { botId: own.owner.botId, documentId: id });
const noticesOf = async (id: DocumentId) =>
  (await read(id)).notices.map(({ kind, pages }) => [kind, ...pages]);
const used = () => picturePagesOf(own.owner.actor.accountId, new Date());
const switchTo = (readsPictures: boolean) =>
  BotEntity.build(UpdateItemCommand)
    .item({ ...bot(), readsPictures })
    .send();

/** Recognises one line in every picture; `failing` says of which calls, from 1 on, nothing comes back. */
function recogniserOf(failing: (call: number) => Error | null = () => null) {
  const recogniser: TextRecogniser & { calls: number } = {
    calls: 0,
    async recognise() {
      const error = failing(++recogniser.calls);
      if (error) throw error;
      return [
        { text: `Recognised text ${recogniser.calls}.`, left: 0.1, top: 0.1, width: 0.5, height: 0.03 },
      ];
    },
  };
  return recogniser;
}

async function uploaded(file = SCAN) {
  const input = { fileName: 'scan.pdf', size: file.length, description: '' };
  const { document } = await registerDocument(clock, own.owner.actor, own.owner.botId, input);
  return { id: document.id, job: own.buckets.upload({ ...bot(), documentId: document.id }, file) };
}

const ingest = (
  job: IngestJob,
  recogniser: TextRecogniser | null,
  how: Parameters<typeof delivery>[0] = {},
) => ingestDocument(ingestDeps({ recogniser }), job, delivery(how));

describe('pages that are pictures', () => {
  it('are not read, and nobody is asked, where the bot does not want it or the stage has none', async () => {
    const recogniser = recogniserOf();
    const [off, none] = [await uploaded(), null];
    await ingest(off.job, recogniser);
    expect(await noticesOf(off.id)).toEqual([['pictures_off', 2, 3]]);
    expect([recogniser.calls, await used()]).toEqual([0, 0]);
    own.owner = await startBot();
    await switchTo(true);
    const without = await uploaded();
    await ingest(without.job, none);
    expect(await noticesOf(without.id)).toEqual([['pages_without_text', 2, 3]]);
  });

  it('are read where it does, told of, and counted once, also where the document is read again', async () => {
    await switchTo(true);
    const { id, job } = await uploaded();
    const recogniser = recogniserOf();
    await ingest(job, recogniser);
    expect(await noticesOf(id)).toEqual([['pages_recognised', 2, 3]]);
    expect((await read(id)).words).toBe(16);
    expect([recogniser.calls, await used()]).toEqual([2, 2]);
    await ingest({ ...job, versionId: null, rebuild: 'again' }, recogniser);
    expect([recogniser.calls, await used()]).toEqual([2, 2]);
    // What was paid for stays when the bot is to read no more.
    await switchTo(false);
    await ingest({ ...job, versionId: null, rebuild: 'off' }, recogniser);
    expect(await noticesOf(id)).toEqual([['pages_recognised', 2, 3]]);
  });

  it('count once for each picture on them, since each is paid for', async () => {
    await switchTo(true);
    const { job } = await uploaded();
    const deps = ingestDeps({ recogniser: recogniserOf() });
    const extractPictures: typeof deps.extractPictures = async (bytes, page) => {
      const [picture] = await deps.extractPictures(bytes, page);
      return picture ? [picture, picture, picture] : [];
    };
    await ingestDocument({ ...deps, extractPictures }, job, delivery());
    expect(await used()).toBe(6);
  });

  it('go on where a message was broken off, and count no page twice', async () => {
    await switchTo(true);
    const { id, job } = await uploaded();
    const broken = recogniserOf((call) => (call === 2 ? new Error('throttled') : null));
    const first = delivery();
    await expect(ingestDocument(ingestDeps({ recogniser: broken }), job, first)).rejects.toThrow('throttled');
    expect([(await read(id)).status, await used()]).toEqual(['processing', 2]);
    const recogniser = recogniserOf();
    await ingestDocument(ingestDeps({ recogniser }), job, first);
    expect(await noticesOf(id)).toEqual([['pages_recognised', 2, 3]]);
    expect([recogniser.calls, await used()]).toEqual([1, 2]);
  });

  it('wait for another message where there is no time', async () => {
    await switchTo(true);
    const { id, job } = await uploaded();
    let looks = 0;
    await ingest(job, recogniserOf(), { hasTime: () => ++looks < 2 });
    expect((await read(id)).status).toBe('processing');
    const recogniser = recogniserOf();
    for (const { body } of [...own.buckets.queued]) await ingest(body, recogniser);
    expect(await noticesOf(id)).toEqual([['pages_recognised', 2, 3]]);
    expect(recogniser.calls).toBe(1);
  });

  it.each([
    ['at the last delivery', new Error('down'), true],
    ['where the stage spends no more', new ModelsStopped('stage', 'spent'), false],
  ])('cost no document its text: %s', async (_, error, isLast) => {
    await switchTo(true);
    const { id, job } = await uploaded();
    await ingest(
      job,
      recogniserOf(() => error),
      { isLast },
    );
    expect((await read(id)).status).toBe('success');
    expect(await noticesOf(id)).toEqual([['pictures_failed', 2, 3]]);
  });

  it('are left when the month’s are used up, said so, and read when there are some again', async () => {
    await switchTo(true);
    const { limits } = PLANS.professional;
    const month = pictureMonth(own.owner.actor.accountId, new Date());
    const use = (pages: number) =>
      PictureUsageEntity.build(UpdateItemCommand)
        .item({ ...month, pages })
        .send();
    await use(limits.picturePages - 1);
    const { id, job } = await uploaded();
    const recogniser = recogniserOf();
    await ingest(job, recogniser);
    expect(await noticesOf(id)).toEqual([
      ['pages_recognised', 2],
      ['pictures_over_limit', 3],
    ]);
    expect(await used()).toBe(limits.picturePages);
    await use(0);
    own.buckets.queued.length = 0;
    await retryDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: id });
    for (const { body } of [...own.buckets.queued]) await ingest(body, recogniser);
    expect(await noticesOf(id)).toEqual([['pages_recognised', 2, 3]]);
    expect([recogniser.calls, await used()]).toEqual([2, 1]);
  });

  it('are read in documents of before when that is switched on', async () => {
    const { id, job } = await uploaded();
    await ingest(job, recogniserOf());
    await switchTo(true);
    own.buckets.queued.length = 0;
    await train(bot());
    for (const { body } of [...own.buckets.queued]) await ingest(body, recogniserOf());
    expect(await noticesOf(id)).toEqual([['pages_recognised', 2, 3]]);
  });

  it('are read in a file that has nothing else, which was kept, as soon as that is switched on', async () => {
    const { id, job } = await uploaded(PICTURES);
    const recogniser = recogniserOf();
    await ingest(job, recogniser);
    expect(await read(id)).toMatchObject({ status: 'failed', failureReason: 'pictures_off' });
    own.buckets.queued.length = 0;
    // A training before that has nothing to read.
    await train(bot());
    expect(own.buckets.queued).toEqual([]);
    await switchTo(true);
    await train(bot());
    for (const { body } of [...own.buckets.queued]) await ingest(body, recogniser);
    expect(await read(id)).toMatchObject({ status: 'success', failureReason: null });
    expect((await noticesOf(id)).map(([kind]) => kind)).toEqual(['pages_recognised']);
    expect(await used()).toBe(recogniser.calls);
  });

  it.each([
    ['a file that has nothing else', PICTURES],
    ['a document with text', SCAN],
  ])('are read of %s whenever in its reading that is switched on', async (_, file) => {
    const gate = standBetween();
    try {
      // The first time for counting the moments.
      for (let [at, moments] = [0, 1]; at <= moments; at++) {
        own.owner = await startBot();
        own.buckets.queued.length = 0;
        const { id, job } = await uploaded(file);
        const { calls } = await gate.during(
          () => ingest(job, recogniserOf()),
          at,
          'watch',
          async () => {
            await switchTo(true);
            await train(bot());
          },
        );
        if (at === 0) moments = calls;
        // What models cost is written by chance: the last moment may not come.
        else if (calls >= at) {
          while (own.buckets.queued.length > 0)
            for (const { body } of own.buckets.queued.splice(0)) await ingest(body, recogniserOf());
          const kinds = (await noticesOf(id)).map(([kind]) => kind);
          expect([at, (await read(id)).status, ...kinds]).toEqual([at, 'success', 'pages_recognised']);
        }
      }
    } finally {
      gate.remove();
    }
  });

  it('fail a file that has nothing else where the stage reads none', async () => {
    const { id, job } = await uploaded(PICTURES);
    await ingest(job, null);
    expect(await read(id)).toMatchObject({ status: 'failed', failureReason: 'no_text' });
  });

  it('leave nothing behind when their document is deleted', async () => {
    await switchTo(true);
    const { id, job } = await uploaded();
    await ingest(job, recogniserOf());
    const stored = await findDocument(bot(), id);
    const kept = () => own.buckets.visible().filter((name) => name.startsWith('index/pictures/'));
    expect(kept()).toHaveLength(1);
    await deleteDocument(clock, own.owner.actor, { botId: own.owner.botId, documentId: id });
    if (stored) await eraseDocumentFiles(stored);
    expect(kept()).toEqual([]);
  });
});
