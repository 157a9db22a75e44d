/**
 * Writes to tables, buckets and queues as fast as it can and says on its standard output, a line each, what was
 * acknowledged, until it is killed. Run by kill.test.ts: `node --import tsx kill-writer.ts DIRECTORY ROUND`.
 */
import { writeSync } from 'node:fs';
import { call } from './dynamodb-history';
import { openServices, QUEUE, s3Call, TABLE } from './kill-services';

const [directory = '', round = ''] = process.argv.slice(2);
const WRITERS = 4;

const { dynamodb, s3, sqs } = await openServices(directory);
/** Waits until it is handed over: what process.stdout still holds when the kill comes would never be told. */
function acknowledge(line: string): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // The reader is slow, and the pipe full: a busy machine is no end of the test.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(PAUSE, 0, 0, 5);
    }
  }
}
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** Two items of one transaction, and a counter of how many there are. */
async function writePairs(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `${round}-${writer}-${n}`;
    const half = (sk: string) => ({
      Put: { TableName: TABLE, Item: { pk: { S: id }, sk: { S: sk }, group: { S: 'all' } } },
    });
    const { error } = await call(dynamodb, 'TransactWriteItems', {
      TransactItems: [
        half('a'),
        half('b'),
        {
          Update: {
            TableName: TABLE,
            Key: { pk: { S: 'counter' }, sk: { S: 'counter' } },
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
          },
        },
      ],
    });
    if (error) throw new Error(error);
    acknowledge(`pair ${id}`);
  }
}

async function writeObjects(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `${round}-${writer}-${n}`;
    // The second half of them overwrites one key again and again.
    const key = writer % 2 === 0 ? `uploads/${id}` : 'uploads/shared';
    const { status } = await s3Call(s3, 'PUT', key, Buffer.from(`${id}\n`.repeat(2_000)));
    if (status !== 200) throw new Error(`PUT answered ${status}`);
    acknowledge(`object ${key}`);
  }
}

async function passMessages(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = `${round}-${writer}-${n}`;
    // Queues wait for nothing: this lets the other writers have their turns.
    await new Promise((resolve) => setImmediate(resolve));
    await sqs.send(QUEUE, id);
    acknowledge(`sent ${id}`);
    if (n % 2 === 0) continue;
    const [message] = await sqs.receive(QUEUE, { max: 1, waitMs: 0 });
    if (!message) continue;
    await sqs.delete(QUEUE, [message.receiptHandle]);
    acknowledge(`deleted ${message.body}`);
  }
}

const writers = Array.from({ length: WRITERS }, (_, n) => n);
await Promise.all(writers.flatMap((n) => [writePairs(n), writeObjects(n), passMessages(n)]));
