import type { ModelGate } from '#core/accounts/limits/model-gate';
import type { TextRecogniser } from '#core/reading/recognised';

/** Reads pictures where the stage may spend money, and counts what it costs. Throws `ModelsStopped` where it may not. */
export function meteredRecogniser(recogniser: TextRecogniser, gate: ModelGate, usd: number): TextRecogniser {
  return {
    async recognise(picture, options) {
      await gate.pass(options);
      // Before it comes back: a call that breaks off may have been paid for.
      gate.spend(usd, options);
      try {
        return await recogniser.recognise(picture, options);
      } finally {
        await gate.flush();
      }
    },
  };
}
