import type { ModelUsage } from './ports';

/**
 * Dollars for a million tokens, on demand. Source: list prices of US East (N. Virginia) on
 * https://aws.amazon.com/bedrock/pricing/, as of May 2026, entered 2026-11-21. Other regions may cost more, agreements
 * less: what is shown is an estimate, the bill is Amazon's. Without region and version of an id, the longest that fits.
 */
const PRICES: Readonly<Record<string, { readonly input: number; readonly output: number }>> = {
  'amazon.nova-micro': { input: 0.035, output: 0.14 },
  'amazon.nova-lite': { input: 0.06, output: 0.24 },
  'amazon.nova-pro': { input: 0.8, output: 3.2 },
  'amazon.nova-premier': { input: 2.5, output: 12.5 },
  'anthropic.claude-3-haiku': { input: 0.25, output: 1.25 },
  'anthropic.claude-3-5-haiku': { input: 0.8, output: 4 },
  'anthropic.claude-3-5-sonnet': { input: 3, output: 15 },
  'anthropic.claude-3-7-sonnet': { input: 3, output: 15 },
  'anthropic.claude-sonnet-4': { input: 3, output: 15 },
  'anthropic.claude-haiku-4-5': { input: 1, output: 5 },
  'anthropic.claude-opus-4-5': { input: 5, output: 25 },
};

/** What an answer cost, in dollars; null where the model's price isn't known. */
export function costOf(modelId: string, usage: ModelUsage | null): number | null {
  const price = usage && priceOf(modelId);
  if (!price) return null;
  const cost = (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
  // A hundred-thousandth of a cent.
  return Number(cost.toFixed(7));
}

/** The same for a budget: a model whose price isn't known costs what the dearest does. */
export function costAtMost(modelId: string, usage: ModelUsage): number {
  const price = priceOf(modelId) ?? DEAREST;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
}

const DEAREST = {
  input: Math.max(...Object.values(PRICES).map(({ input }) => input)),
  output: Math.max(...Object.values(PRICES).map(({ output }) => output)),
};

function priceOf(modelId: string) {
  const id = modelId.replace(/^(?:[a-z]{2,6}|us-gov)\.(?=[a-z0-9]+\.)/, '');
  const [name] = Object.keys(PRICES)
    .filter((known) => id === known || id.startsWith(`${known}-`))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? null : PRICES[name];
}
