import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import type { ModelUsage } from '#core/answers/ports';
import { recordedAnswerer } from '#core/answers/recorded-answerer';
import { tryRetrieval } from '#core/answers/try-retrieval';
import { manifestReader } from '#core/knowledge/documents/manifest';
import { extractFaq } from '#core/reading/faq';
import { SegmentCache } from '#core/retrieval/cache';
import { type RetrievalDeps, retrieve } from '#core/retrieval/retrieve';
import { getObject } from '#platform/buckets';
import { startLocalTable } from '#test/helpers/local-table';
import { quotingModel } from '../../answers/evaluation';
import { UNBOUNDED } from '../../answers/unbounded';
import { clock, ingestDeps, memoryBuckets, startBot } from '../../knowledge/setup';

/** A table, buckets and a bot, for the tests of one file. */
export function questionsSetup(plan: Parameters<typeof startBot>[0] = 'professional') {
  const state = {} as {
    owner: Awaited<ReturnType<typeof startBot>>;
    buckets: ReturnType<typeof memoryBuckets>;
    retrieval: RetrievalDeps;
    /** Whether the model fails, and what it says that it took. */
    model: { isDown: boolean; usage: ModelUsage | null };
  };
  let table: Awaited<ReturnType<typeof startLocalTable>>;
  beforeAll(async () => {
    table = await startLocalTable();
  });
  afterAll(() => table.close());
  beforeEach(async () => {
    state.buckets = memoryBuckets();
    state.owner = await startBot(plan);
    state.model = { isDown: false, usage: null };
    state.retrieval = {
      manifests: manifestReader,
      segments: new SegmentCache(
        { readSegment: (key) => getObject({ bucket: 'index', key }) },
        { maxBytes: 1e8 },
      ),
    };
  });
  afterEach(() => state.buckets.restore());
  const answerer = recordedAnswerer(
    {
      retriever: { retrieve: (...asked) => retrieve(state.retrieval, ...asked) },
      timeouts: { firstText: 30_000, total: 30_000 },
    },
    UNBOUNDED,
    {
      all: new Map(),
      own: {
        id: 'amazon.nova-lite-v1:0',
        model: {
          async *stream(...prompt) {
            if (state.model.isDown) throw new Error('The model is down.');
            for await (const event of quotingModel.stream(...prompt))
              yield event.type === 'end' ? { ...event, usage: state.model.usage } : event;
          },
        },
      },
    },
  );
  const key = () => ({ accountId: state.owner.actor.accountId, botId: state.owner.botId });
  return {
    state,
    answerer,
    deps: ingestDeps({ clock, extract: extractFaq }),
    key,
    ask: (question: string) =>
      tryRetrieval(answerer, { ref: key(), name: 'Helper', config: botDefaults('en') }, question),
  };
}
