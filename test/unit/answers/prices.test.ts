import { expect, it } from 'vitest';
import { costOf } from '#core/answers/prices';

it.each([
  ['eu.amazon.nova-lite-v1:0', 1_000, 200, 0.000108],
  ['amazon.nova-pro-v1:0', 1_000_000, 0, 0.8],
  ['eu.anthropic.claude-sonnet-4-5-20250929-v1:0', 0, 1_000_000, 15],
  ['global.anthropic.claude-haiku-4-5-20251001-v1:0', 1_000_000, 1_000_000, 6],
])('an answer by %s is priced by its tokens', (model, inputTokens, outputTokens, cost) => {
  expect(costOf(model, { inputTokens, outputTokens })).toBeCloseTo(cost, 9);
});

it('no price is made up', () => {
  expect(costOf('eu.mistral.pixtral-large-2502-v1:0', { inputTokens: 1, outputTokens: 1 })).toBeNull();
  expect(costOf('amazon.nova-lite-v1:0', null)).toBeNull();
});
