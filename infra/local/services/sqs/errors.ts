/** An error in SQS's words. The query code is what the older protocol calls it; clients still show it. */
export class SqsError extends Error {
  override readonly name = 'SqsError';

  constructor(
    readonly type: string,
    message: string,
    readonly queryCode: string = type,
  ) {
    super(message);
  }
}

const PREFIX = 'AWS.SimpleQueueService';

export const queueDoesNotExist = () =>
  new SqsError('QueueDoesNotExist', 'The specified queue does not exist.', `${PREFIX}.NonExistentQueue`);

export const invalidHandle = () =>
  new SqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');

export const notInFlight = () =>
  new SqsError(
    'MessageNotInflight',
    'The message referred to is not in flight.',
    `${PREFIX}.MessageNotInflight`,
  );

export const invalidContents = () =>
  new SqsError('InvalidMessageContents', 'The message contains characters outside the allowed set.');

export const invalidParameter = (message: string) =>
  new SqsError('InvalidParameterValueException', message, 'InvalidParameterValue');

export const missingParameter = (name: string) =>
  new SqsError(
    'MissingRequiredParameterException',
    `The request must contain the parameter ${name}.`,
    'MissingParameter',
  );

export const batchError = (type: string, message: string) => new SqsError(type, message, `${PREFIX}.${type}`);

export const unsupported = (message: string) =>
  new SqsError('UnsupportedOperation', message, `${PREFIX}.UnsupportedOperation`);

export const resourceNotFound = (message: string) => new SqsError('ResourceNotFoundException', message);
