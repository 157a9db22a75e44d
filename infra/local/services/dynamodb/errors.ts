/** An error in DynamoDB's words: 400 with its type, unless the fault is ours. */
export class DynamoDbError extends Error {
  override readonly name = 'DynamoDbError';

  constructor(
    readonly body: Readonly<Record<string, unknown>> & { readonly __type: string },
    readonly status = 400,
  ) {
    super(typeof body.message === 'string' ? body.message : body.__type);
  }

  /** The type without its name space, e.g. ConditionalCheckFailedException. */
  get type(): string {
    return this.body.__type.slice(this.body.__type.indexOf('#') + 1);
  }
}

const SERVICE = 'com.amazonaws.dynamodb.v20120810';

export function serviceError(
  type: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): DynamoDbError {
  return new DynamoDbError({ __type: `${SERVICE}#${type}`, message, ...more });
}

export function validationError(message: string): DynamoDbError {
  return new DynamoDbError({ __type: 'com.amazon.coral.validate#ValidationException', message });
}

export function coralError(type: string, message: string): DynamoDbError {
  return new DynamoDbError({ __type: `com.amazon.coral.service#${type}`, message });
}

/** dynalite's errors carry the answer's body; what carries none is a fault and stays one. */
export function fromDynalite(error: unknown): unknown {
  if (!(error instanceof Error) || !('body' in error) || !('statusCode' in error)) return error;
  const { body, statusCode } = error as Error & { body: DynamoDbError['body']; statusCode: number };
  return new DynamoDbError(body, statusCode);
}
