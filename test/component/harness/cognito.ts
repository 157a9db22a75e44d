/** What the user pool answers to an operation: a value, or an error by its name. */
export type PoolAnswer = Readonly<Record<string, unknown>> | PoolError;

/** An error of Cognito's, or `offline`: the call never arrives. */
export class PoolError {
  readonly name: string;
  readonly message: string;

  constructor(name: string, message = 'In English.') {
    this.name = name;
    this.message = message;
  }
}

/** The user pool in a test, below Amplify: it answers by the names of Cognito's operations, and keeps what it was asked. */
export class FakeCognito {
  private answers: Readonly<Record<string, PoolAnswer>> = {};
  private readonly log: { readonly operation: string; readonly body: unknown }[] = [];

  answer(answers: Readonly<Record<string, PoolAnswer>>): void {
    this.answers = { ...this.answers, ...answers };
  }

  /** What an operation was asked so far, the oldest first. */
  calls(operation: string): readonly unknown[] {
    return this.log.filter((entry) => entry.operation === operation).map(({ body }) => body);
  }

  reset(): void {
    this.answers = {};
    this.log.length = 0;
  }

  /** Null where the test has no answer. */
  serve(operation: string, body: unknown): Response | null {
    this.log.push({ operation, body });
    const answer = this.answers[operation];
    if (!answer) return null;
    if (!(answer instanceof PoolError)) return Response.json(answer);
    const { name, message } = answer;
    if (name === 'offline') throw new TypeError('Failed to fetch');
    return Response.json(
      { __type: name, message },
      { status: 400, headers: { 'x-amzn-errortype': name, 'content-type': 'application/x-amz-json-1.1' } },
    );
  }
}
