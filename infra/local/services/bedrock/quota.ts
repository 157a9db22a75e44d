import { BedrockError } from './error';

/** Tokens of each model that are taken a minute; what is over is refused as AWS does. */
export class ModelQuota {
  private readonly taken = new Map<string, { readonly at: number; readonly tokens: number }[]>();

  constructor(
    private readonly tokensAMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(model: string, tokens: number): void {
    const now = this.now();
    const recent = (this.taken.get(model) ?? []).filter(({ at }) => at > now - 60_000);
    if (recent.reduce((sum, call) => sum + call.tokens, tokens) > this.tokensAMinute)
      throw new BedrockError(
        'ThrottlingException',
        429,
        'Too many requests, please wait before trying again.',
      );
    this.taken.set(model, [...recent, { at: now, tokens }]);
  }
}
