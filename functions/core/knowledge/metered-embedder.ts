import type { ModelGate } from '../limits/model-gate';
import type { Embedder } from './index/ports';

/** Dollars for a million tokens; from the same list as those of `answers/prices.ts`. */
const PRICES: Readonly<Record<string, number>> = {
  'cohere.embed-multilingual-v3': 0.1,
  'amazon.titan-embed-text-v2:0': 0.02,
};
const DEAREST = Math.max(...Object.values(PRICES));

/** Characters a token, at least: Bedrock tells the tokens of an embedding in a header that the SDK does not give. */
const CHARACTERS = 3;

/** Embeds where models may be called, and counts what it costs. Throws `ModelsStopped` where they may not. */
export function meteredEmbedder(embedder: Embedder, gate: ModelGate): Embedder {
  return {
    ...embedder,
    async embed(texts, purpose, options) {
      await gate.pass();
      const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / CHARACTERS), 0);
      // Before it comes back: one that breaks off has been paid for.
      gate.spend((tokens * (PRICES[embedder.model] ?? DEAREST)) / 1e6);
      try {
        return await embedder.embed(texts, purpose, options);
      } finally {
        // Of a question it is written with its answer.
        if (purpose === 'passage') await gate.flush();
      }
    },
  };
}
