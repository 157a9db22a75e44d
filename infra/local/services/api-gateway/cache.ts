/** Answers of authorizers, kept for the time each authorizer gives. */
export class AnswerCache<Answer> {
  readonly #answers = new Map<string, { readonly answer: Answer; readonly until: number }>();

  constructor(private readonly now: () => number) {}

  /** The kept answer, or a fresh one, kept for `ttl` seconds. A failed question is not kept. */
  async answer(key: string, ttl: number, ask: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#answers.get(key);
    if (kept && kept.until > this.now()) return kept.answer;
    this.#answers.delete(key);
    const answer = await ask();
    if (ttl > 0) this.#answers.set(key, { answer, until: this.now() + ttl * 1000 });
    return answer;
  }
}
