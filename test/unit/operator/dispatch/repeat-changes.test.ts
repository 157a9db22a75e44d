import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bury } from '#core/base/tombstones/entity';
import { repeatChanges } from '#core/operator/dispatch/repeat-changes';
import type { Invoke } from '#platform/functions';
import { withLocalTable } from '#test/helpers/local-table';

withLocalTable();
const s3 = mockClient(S3Client);
const EVENT = { Records: [{ eventID: 'a' }] };
const FAILED = 'arn:aws:lambda:eu-central-1:000000000000:function:later';
const READER = `${FAILED}:live`;
const readers = [`${FAILED}-still:live`, READER];
const NOTIFICATION = {
  Records: [{ s3: { bucket: { name: 'kept' }, object: { key: 'aws/lambda/m/s/2026%2F01' } } }],
};
const answering = (...failed: readonly string[]) =>
  vi.fn<Invoke>(async () => ({
    batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })),
  }));

/** What Lambda keeps. */
function keep(payload: unknown, functionArn = FAILED): void {
  const text = JSON.stringify({ version: '1.0', requestContext: { functionArn }, payload });
  s3.on(GetObjectCommand).resolves({
    Body: { transformToByteArray: async () => Buffer.from(text) } as never,
  });
}

beforeEach(() => {
  s3.reset();
});
afterAll(() => s3.restore());

describe('changes that were given up', () => {
  it('go to the function that failed, as it was given them, and are kept no longer', async () => {
    keep(JSON.stringify(EVENT));
    const invoke = answering();
    await repeatChanges({ invoke, readers }, NOTIFICATION);
    expect(invoke.mock.calls).toEqual([[READER, JSON.stringify(EVENT)]]);
    const [deleted] = s3.commandCalls(DeleteObjectCommand);
    expect(deleted?.args[0].input).toMatchObject({ Bucket: 'kept', Key: 'aws/lambda/m/s/2026/01' });
  });

  it('are read where the event is no text, too', async () => {
    keep(EVENT);
    const invoke = answering();
    await repeatChanges({ invoke, readers }, NOTIFICATION);
    expect(invoke.mock.calls).toEqual([[READER, JSON.stringify(EVENT)]]);
  });

  it('go without what was erased since, of which only the end is told', async () => {
    await bury('conversation', 'erased');
    const at = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
    const change = (conversationId: string, images: object, seconds = -60) => ({
      eventID: `${conversationId} ${Object.keys(images)} ${seconds}`,
      dynamodb: {
        Keys: { pk: { S: `ACCOUNT#a#CONVERSATION#${conversationId}` }, sk: { S: 'MESSAGES' } },
        ApproximateCreationDateTime: at(seconds),
        ...images,
      },
    });
    const image = (conversationId: string) => ({
      entity: { S: 'Conversation' },
      conversationId: { S: conversationId },
    });
    const goes = change('erased', { OldImage: image('erased') });
    const stays = change('kept', { NewImage: image('kept') });
    const isLater = change('erased', { NewImage: image('erased') }, 60);
    const left = change('erased', { NewImage: image('erased') });
    keep({ Records: [left, goes, stays, isLater] });
    const invoke = answering();
    await repeatChanges({ invoke, readers }, NOTIFICATION);
    expect(invoke.mock.calls).toEqual([[READER, JSON.stringify({ Records: [goes, stays, isLater] })]]);

    keep({ Records: [left] });
    await repeatChanges({ invoke, readers }, NOTIFICATION);
    expect(invoke).toHaveBeenCalledTimes(1);
    expect(s3.commandCalls(DeleteObjectCommand)).toHaveLength(2);
  });

  it.each([
    ['says which fails', answering('77'), 'The change 77'],
    ['dies', vi.fn<Invoke>().mockRejectedValue(new Error('out of memory')), 'out of memory'],
    ['answers otherwise', vi.fn<Invoke>().mockResolvedValue(null), 'Invalid input'],
  ])('are kept, and come again, where it %s', async (_, invoke, message) => {
    keep(JSON.stringify(EVENT));
    await expect(repeatChanges({ invoke, readers }, NOTIFICATION)).rejects.toThrow(message);
    expect(s3.commandCalls(DeleteObjectCommand)).toEqual([]);
  });

  it('that another delivery has done are done', async () => {
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'gone', $metadata: {} }));
    const invoke = answering();
    await repeatChanges({ invoke, readers }, NOTIFICATION);
    await repeatChanges({ invoke, readers }, { Event: 's3:TestEvent' });
    expect(invoke).not.toHaveBeenCalled();
  });
});
