import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openState } from '#infra/local/runtime/state';
import { asOperator, type OwnCloud, startCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { temporaryFolder } from '#test/helpers/temporary-folder';

const folder = temporaryFolder();
let own: OwnCloud;
const start = (port = 0, name = 'state') => startCloud({ state: join(folder, name), port, pages: false });

beforeAll(async () => {
  own = await start();
});
afterAll(() => own?.cloud.stop());

const health = () => request(`${own.addresses.app}/api/health`);

it('answers the API behind the edge, and not past it', async () => {
  const answer = await health();
  expect(answer.status).toBe(200);
  expect(answer.text()).toContain('"status":"ok","commit":null');
  const api = own.cloud.assembly
    .ofType('AWS::ApiGatewayV2::Api')
    .find((one) => one.properties.ProtocolType === 'HTTP');
  const past = await request(`http://${api?.id}.execute-api.localhost:${own.port}/api/health`);
  expect(past.status).toBe(403);
});

it('says when all events are worked off', async () => {
  const QueueUrl = own.cloud.assembly
    .ofType('AWS::SQS::Queue')
    .find((queue) => /^Arrivals(?!Dead)/.test(queue.logicalId))?.id;
  // What S3 sends when a notification is set up: to be taken off the queue and ignored.
  const MessageBody = JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'uploads' });
  await new SQSClient(asOperator(own)).send(new SendMessageCommand({ QueueUrl, MessageBody }));
  await own.cloud.drained();
  expect(own.cloud.functions.active('queue-upload-router')).toBe(0);
});

it('refuses a second one on its state folder and on its port', async () => {
  await expect(start()).rejects.toThrow(/is in use by another running Parley/);
  await expect(start(own.port, 'other')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  // What was refused has let go of its folder.
  await (await openState(join(folder, 'other'))).release();
});

it('stops once, however often it is told to, and keeps its state', async () => {
  const SecretId = own.cloud.assembly.ofType('AWS::SecretsManager::Secret')[0]?.id ?? '';
  const read = async () =>
    (await new SecretsManagerClient(asOperator(own)).send(new GetSecretValueCommand({ SecretId })))
      .SecretString;
  const [secret, key] = [await read(), own.operator];
  await Promise.all([own.cloud.stop(), own.cloud.stop()]);
  await expect(health()).rejects.toThrow();
  own = await start();
  expect(await read()).toBe(secret);
  expect(own.operator).toEqual(key);
});
