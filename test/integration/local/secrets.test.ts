import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  ListSecretsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecrets, type SecretsService } from '#infra/local/services/secrets/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Served, serveThroughGateway } from './through-gateway';

const arnOf = (name: string, suffix = 'AbCdEf') =>
  `arn:aws:secretsmanager:eu-central-1:000000000000:secret:${name}-${suffix}`;
const secret = (name: string, properties: Readonly<Record<string, unknown>>) =>
  resource('AWS::SecretsManager::Secret', arnOf(name), properties);
const generated = (GenerateSecretString: object) => ({ GenerateSecretString });

const SECRETS = [
  secret('given', { SecretString: 'as it stands' }),
  secret('plain', generated({})),
  secret('long', generated({ PasswordLength: 48, ExcludePunctuation: true })),
  secret('digits', generated({ ExcludeLowercase: true, ExcludeUppercase: true, ExcludePunctuation: true })),
  secret('few', generated({ PasswordLength: 200, ExcludeCharacters: 'abcABC123"@/\\' })),
  secret('spaced', generated({ PasswordLength: 200, IncludeSpace: true })),
  secret(
    'login',
    generated({ SecretStringTemplate: '{"user":"ada"}', GenerateStringKey: 'password', PasswordLength: 20 }),
  ),
];

let folder: string;
let served: Served<SecretsService>;
let client: SecretsManagerClient;

async function start(secrets = SECRETS): Promise<void> {
  served = await serveThroughGateway(folder, (context) => createSecrets(context, { secrets }));
  client = new SecretsManagerClient(served.client);
}
async function stop(): Promise<void> {
  client.destroy();
  await served.stop();
}

beforeEach(async () => {
  folder = temporaryFolder();
  await start();
});
afterEach(stop);

const read = (SecretId: string, options: Partial<GetSecretValueCommandInput> = {}) =>
  client.send(new GetSecretValueCommand({ SecretId, ...options }));
const text = async (SecretId: string) => (await read(SecretId)).SecretString ?? '';

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ name, message }: Error) => ({ name, message }),
  );
const notFound = (what: string) => ({
  name: 'ResourceNotFoundException',
  message: `Secrets Manager can't find the specified ${what}`,
});

describe('a secret', () => {
  test.each([
    ['its name', 'given'],
    ['its ARN', arnOf('given')],
    ['its ARN without the random end', arnOf('given').slice(0, -7)],
  ])('is read by %s', async (_, id) => {
    expect(await read(id)).toMatchObject({
      ARN: arnOf('given'),
      Name: 'given',
      SecretString: 'as it stands',
      VersionId: expect.stringMatching(/^[\w-]{32,64}$/),
      VersionStages: ['AWSCURRENT'],
      CreatedDate: expect.any(Date),
    });
  });

  test('is described without its value', async () => {
    const { VersionId = '' } = await read('given');
    const described = await client.send(new DescribeSecretCommand({ SecretId: arnOf('given') }));
    expect(described).toMatchObject({
      ARN: arnOf('given'),
      Name: 'given',
      CreatedDate: expect.any(Date),
      VersionIdsToStages: { [VersionId]: ['AWSCURRENT'] },
    });
    expect(described).not.toHaveProperty('SecretString');
  });

  test('has one version, the current one', async () => {
    const { VersionId = '' } = await read('given');
    expect((await read('given', { VersionId })).SecretString).toBe('as it stands');
    expect((await read('given', { VersionStage: 'AWSCURRENT', VersionId })).VersionId).toBe(VersionId);
    for (const VersionStage of ['AWSPREVIOUS', 'AWSPENDING', 'mine']) {
      expect(await refusal(read('given', { VersionStage }))).toEqual(
        notFound(`secret value for staging label: ${VersionStage}`),
      );
    }
    const other = crypto.randomUUID();
    expect(await refusal(read('given', { VersionId: other }))).toEqual(
      notFound(`secret value for VersionId: ${other}`),
    );
  });

  test('that is replaced keeps the value before it, and none before that', async () => {
    const { VersionId } = await read('given');
    for (const SecretString of ['another', 'a third'])
      await client.send(new PutSecretValueCommand({ SecretId: arnOf('given'), SecretString }));
    expect(await text('given')).toBe('a third');
    const { SecretString } = await read('given', { VersionStage: 'AWSPREVIOUS' });
    expect(SecretString).toBe('another');
    expect(await refusal(read('given', { VersionId }))).toEqual(
      notFound(`secret value for VersionId: ${VersionId}`),
    );
  });

  test.each(['nobody', arnOf('nobody'), arnOf('given', 'ZzZzZz'), 'give'])(
    'that is not there is not found: %s',
    async (SecretId) => {
      expect(await refusal(read(SecretId))).toEqual(notFound('secret.'));
      expect(await refusal(client.send(new DescribeSecretCommand({ SecretId })))).toEqual(
        notFound('secret.'),
      );
    },
  );

  test('is the same after a restart, and one that is new has a value then', async () => {
    const before = await Promise.all(SECRETS.map(({ id }) => read(id)));
    await stop();
    await start([...SECRETS, secret('new', generated({}))]);
    const after = await Promise.all(SECRETS.map(({ id }) => read(id)));
    const essence = ({ ARN, SecretString, VersionId, CreatedDate }: (typeof before)[number]) => ({
      ARN,
      SecretString,
      VersionId,
      CreatedDate,
    });
    expect(after.map(essence)).toEqual(before.map(essence));
    expect(await text('new')).toHaveLength(32);
  });
});

describe('a generated secret', () => {
  test('has 32 characters of every kind, and no two are the same', async () => {
    const plain = await text('plain');
    expect(plain).toHaveLength(32);
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/]) expect(plain).toMatch(kind);
    expect(new Set(await Promise.all(SECRETS.map(({ id }) => text(id)))).size).toBe(SECRETS.length);
  });

  test('follows the rules of its template', async () => {
    expect(await text('long')).toMatch(/^[A-Za-z\d]{48}$/);
    expect(await text('digits')).toMatch(/^\d{32}$/);
    expect(await text('few')).toMatch(/^[^abcABC123"@/\\]{200}$/);
    expect(await text('spaced')).toContain(' ');
  });

  test('is put into a JSON template, for a template to take out by its key', async () => {
    const login = JSON.parse(await text('login')) as Record<string, string>;
    expect(login).toEqual({ user: 'ada', password: expect.stringMatching(/^.{20}$/) });
    const { service } = served;
    expect(service.resolve(arnOf('login'), 'password')).toBe(login.password);
    expect(service.resolve('given')).toBe('as it stands');
    expect(() => service.resolve('login', 'pin')).toThrow('the secret login has no key pin');
    expect(() => service.resolve('nobody')).toThrow('no secret nobody');
  });
});

test('what does not run locally says so', async () => {
  expect(await refusal(client.send(new ListSecretsCommand({})))).toEqual({
    name: 'UnknownOperationException',
    message: 'ListSecrets does not run locally',
  });
});
