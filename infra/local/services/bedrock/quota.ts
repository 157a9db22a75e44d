import { BedrockError } from './error';

/** Calls of each model that are taken a minute; one more is refused as AWS does. */
export class ModelQuota {
  private readonly taken = new Map<string, number[]>();

  constructor(
    private readonly callsAMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  take(model: string): void {
    const now = this.now();
    const recent = (this.taken.get(model) ?? []).filter((at) => at > now - 60_000);
    if (recent.length >= this.callsAMinute)
      throw new BedrockError(
        'ThrottlingException',
        429,
        'Too many requests, please wait before trying again.',
      );
    this.taken.set(model, [...recent, now]);
  }
}
