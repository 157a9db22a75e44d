import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { routeUploads } from '#core/knowledge/ingest/route-uploads';
import { createSqs } from '#infra/local/services/sqs/service';
import { resource, serveService, temporaryContext } from '#test/helpers/serve-service';

/** As many documents as functions work on at once. */
const CONCURRENCY = 20;

const uploads = (account: string, count: number) => ({
  Records: Array.from({ length: count }, (_, i) => ({
    s3: {
      bucket: { name: 'uploads' },
      object: { key: `uploads/${account}/bot/document-${i}`, versionId: 'v' },
    },
  })),
});

it("one account's thousand files don't keep another's one waiting", async () => {
  const context = await temporaryContext();
  const queue = resource(
    'AWS::SQS::Queue',
    'https://sqs/work',
    { VisibilityTimeout: 600 },
    { Arn: 'arn:work' },
  );
  const served = await serveService(createSqs(context, { queues: [queue] }));
  const url = `${served.endpoint}/000000000000/work`;
  Object.assign(process.env, {
    INGEST_QUEUE_URL: url,
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_SQS: served.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const sqs = new SQSClient({ endpoint: served.endpoint });
  try {
    const takeUp = async (): Promise<string> => {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
      return JSON.parse(Messages[0]?.Body ?? '{}').accountId;
    };
    await routeUploads(uploads('busy', 1_000));
    for (let i = 0; i < CONCURRENCY; i++) expect(await takeUp()).toBe('busy');
    await routeUploads(uploads('other', 1));
    // The first function that is free takes it up, before the 980 that came earlier.
    expect(await takeUp()).toBe('other');
    expect(await takeUp()).toBe('busy');
  } finally {
    sqs.destroy();
    await served.close();
  }
});
