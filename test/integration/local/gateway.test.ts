import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAssembly } from '#infra/local/assembly/load';
import { AsyncInvocations } from '#infra/local/runtime/async';
import { type AccessKey, openCredentials } from '#infra/local/runtime/credentials';
import { createAwsGateway } from '#infra/local/runtime/gateway';
import { readPermissions } from '#infra/local/runtime/iam';
import { createFunctions, type Functions } from '#infra/local/runtime/lambda/functions';
import type { LocalContext, LocalService } from '#infra/local/service';
import { createLambda } from '#infra/local/services/lambda/service';
import { createSecrets, type SecretsService } from '#infra/local/services/secrets/service';
import { temporaryFolder } from '#test/helpers/temporary-folder';

const REGION = 'eu-central-1';
const ACCOUNT = '000000000000';

const folder = temporaryFolder();
let server: Server;
let endpoint: string;
let functions: Functions;
let asynchronous: AsyncInvocations;
let secrets: SecretsService;
let operator: AccessKey;
let worker: AccessKey;
const logged: string[] = [];
const sent: string[] = [];

const HANDLER = `
export const handler = async (event) => {
  return { got: event, role: process.env.AWS_ACCESS_KEY_ID };
};`;

const allow = (Action: string, Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const TEMPLATE = {
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: 'worker',
        Policies: [
          {
            PolicyName: 'p',
            PolicyDocument: {
              Statement: [
                allow('lambda:InvokeFunction', { 'Fn::GetAtt': ['Echo', 'Arn'] }),
                allow('secretsmanager:GetSecretValue', { Ref: 'Open' }),
              ],
            },
          },
        ],
      },
    },
    Echo: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: 'echo',
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: `arn:aws:iam::${ACCOUNT}:role/worker`,
        Code: { S3Bucket: 'assets', S3Key: 'echo.zip' },
      },
    },
    Single: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: 'single',
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: `arn:aws:iam::${ACCOUNT}:role/worker`,
        Code: { S3Bucket: 'assets', S3Key: 'echo.zip' },
      },
    },
    Open: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true } },
    },
    Login: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: {
        Name: 'login',
        GenerateSecretString: { SecretStringTemplate: '{"user":"ada"}', GenerateStringKey: 'password' },
      },
    },
  },
};

function context(directory: string): LocalContext {
  return { directory, region: REGION, accountId: ACCOUNT, endpoint, secretFor: () => undefined, log() {} };
}

beforeAll(async () => {
  mkdirSync(join(folder, 'asset.echo'));
  writeFileSync(join(folder, 'asset.echo', 'index.mjs'), HANDLER);
  writeFileSync(join(folder, 'app.template.json'), JSON.stringify(TEMPLATE));
  writeFileSync(
    join(folder, 'app.assets.json'),
    JSON.stringify({
      files: { a: { source: { path: 'asset.echo' }, destinations: { d: { objectKey: 'echo.zip' } } } },
    }),
  );
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({
      artifacts: {
        'app.assets': { type: 'cdk:asset-manifest', properties: { file: 'app.assets.json' } },
        app: {
          type: 'aws:cloudformation:stack',
          environment: `aws://${ACCOUNT}/${REGION}`,
          properties: { templateFile: 'app.template.json' },
        },
      },
    }),
  );
  const assembly = loadAssembly(folder, { region: REGION, accountId: ACCOUNT });
  const roleArn = `arn:aws:iam::${ACCOUNT}:role/worker`;
  const credentials = openCredentials(folder, ACCOUNT, [roleArn]);
  operator = credentials.operator;
  worker = credentials.keyOfRole(roleArn);
  functions = createFunctions({
    assembly,
    endpoint: 'http://127.0.0.1:9',
    keyOfRole: credentials.keyOfRole,
    log: (line) => logged.push(line),
  });
  asynchronous = new AsyncInvocations({
    assembly,
    functions,
    queues: {} as never,
    file: join(folder, 'async.jsonl'),
    log() {},
  });
  asynchronous.start();
  secrets = createSecrets(context(folder), { secrets: assembly.ofType('AWS::SecretsManager::Secret') });
  await secrets.start();
  const queues: LocalService = {
    name: 'sqs',
    async start() {},
    async stop() {},
    requiredActions: () => [{ action: 'sqs:SendMessage', resource: `arn:aws:sqs:${REGION}:${ACCOUNT}:jobs` }],
    async handle(call) {
      sent.push(call.body.toString());
      return { status: 200, body: '{}' };
    },
  };
  const gateway = createAwsGateway({
    services: [createLambda(context(folder), { functions, asynchronous }), secrets, queues],
    credentials,
    permissions: readPermissions(assembly),
    log: (line) => logged.push(line),
  });
  server = createServer((incoming, outgoing) => void gateway(incoming, outgoing));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await asynchronous.stop();
  await functions.close();
  await secrets.stop();
});

const settings = (credentials: AccessKey) => ({ region: REGION, endpoint, credentials, maxAttempts: 1 });
const lambdaOf = (key: AccessKey) => new LambdaClient(settings(key));
const secretsOf = (key: AccessKey) => new SecretsManagerClient(settings(key));
const invoke = (key: AccessKey, payload: unknown, options: object = {}) =>
  lambdaOf(key).send(
    new InvokeCommand({ FunctionName: 'echo', Payload: Buffer.from(JSON.stringify(payload)), ...options }),
  );

describe('the gateway', () => {
  it('lets a role do what its policies allow, and the operator all', async () => {
    const read = (key: AccessKey, SecretId: string) =>
      secretsOf(key).send(new GetSecretValueCommand({ SecretId }));
    const { Payload } = await invoke(worker, { a: 1 });
    expect(JSON.parse(Payload?.transformToString() ?? '')).toEqual({
      got: { a: 1 },
      role: worker.accessKeyId,
    });
    expect((await read(worker, 'app-Open')).SecretString).toMatch(/^[A-Za-z0-9]{48}$/);
    expect((await invoke(operator, {}, { FunctionName: 'single' })).StatusCode).toBe(200);
    expect((await read(operator, 'login')).SecretString).toContain('ada');
  });

  it('refuses a role what its policies do not allow, in the words of each service, and logs it', async () => {
    await expect(invoke(worker, {}, { FunctionName: 'single' })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(
        'is not authorized to perform: lambda:InvokeFunction on resource: arn:aws:lambda',
      ),
    });
    await expect(
      secretsOf(worker).send(new GetSecretValueCommand({ SecretId: 'login' })),
    ).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    const queue = new SQSClient(settings(worker));
    await expect(
      queue.send(new SendMessageCommand({ QueueUrl: `${endpoint}/${ACCOUNT}/jobs`, MessageBody: 'x' })),
    ).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(sent).toEqual([]);
    expect(logged.some((line) => line.includes('assumed-role/worker/local is not authorized'))).toBe(true);
  });

  it('refuses a key that it did not issue, and a secret that is not the key’s', async () => {
    const stranger = { accessKeyId: 'AKIAAAAAAAAAAAAAAAAA', secretAccessKey: 'x' };
    await expect(invoke(stranger, {})).rejects.toThrow();
    await expect(invoke({ ...worker, secretAccessKey: 'guessed' }, {})).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('refuses an unsigned call of anything but what the public may call', async () => {
    const response = await fetch(`${endpoint}/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: '{"SecretId":"login"}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationToken' });
  });

  it('says nothing of a client that leaves in the middle of its call', async () => {
    const gone = new Promise((ended) => server.once('request', (incoming) => incoming.once('close', ended)));
    const before = logged.length;
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('PUT /uploads/a HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\nhalf');
    await new Promise((begun) => server.once('request', begun));
    socket.destroy();
    await gone;
    await new Promise((later) => setImmediate(later));
    expect(logged.slice(before)).toEqual([]);
  });

  it('names a service that does not run locally', async () => {
    const response = await fetch(`${endpoint}/bucket/key`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('the service s3 does not run locally');
  });
});
