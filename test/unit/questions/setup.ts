import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { tryRetrieval } from '../../../functions/core/answers/try-retrieval';
import { manifestReader } from '../../../functions/core/knowledge/documents/manifest';
import { extractFaq } from '../../../functions/core/knowledge/extraction/faq';
import { SegmentCache } from '../../../functions/core/knowledge/index/cache';
import type { BotKey } from '../../../functions/core/knowledge/index/ports';
import {
  type RetrievalDeps,
  type RetrievalOptions,
  retrieve,
} from '../../../functions/core/knowledge/index/retrieve';
import { getObject } from '../../../functions/platform/buckets';
import { startLocalTable } from '../../helpers/local-table';
import { clock, ingestDeps, memoryBuckets, startBot } from '../knowledge/setup';

/** A table, buckets and a bot, for the tests of one file. */
export function questionsSetup(plan: Parameters<typeof startBot>[0] = 'professional') {
  const state = {} as {
    owner: Awaited<ReturnType<typeof startBot>>;
    buckets: ReturnType<typeof memoryBuckets>;
    retrieval: RetrievalDeps;
  };
  let table: Awaited<ReturnType<typeof startLocalTable>>;
  beforeAll(async () => {
    table = await startLocalTable();
  });
  afterAll(() => table.close());
  beforeEach(async () => {
    state.buckets = memoryBuckets();
    state.owner = await startBot(plan);
    state.retrieval = {
      manifests: manifestReader,
      segments: new SegmentCache(
        { readSegment: (key) => getObject({ bucket: 'index', key }) },
        { maxBytes: 1e8 },
      ),
    };
  });
  afterEach(() => state.buckets.restore());
  const find = (bot: BotKey, question: string, options: RetrievalOptions) =>
    retrieve(state.retrieval, bot, question, options);
  return {
    state,
    find,
    deps: ingestDeps({ clock, extract: extractFaq }),
    key: () => ({ accountId: state.owner.actor.accountId, botId: state.owner.botId }),
    ask: (question: string) =>
      tryRetrieval(
        find,
        { accountId: state.owner.actor.accountId, botId: state.owner.botId },
        { question, language: 'en' },
      ),
  };
}
