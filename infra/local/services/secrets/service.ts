import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import { openRecords, type Records } from '../../runtime/records';
import type { AwsAnswer, AwsCall, LocalContext, LocalService } from '../../service';

export interface SecretsOptions {
  /** Resources of type AWS::SecretsManager::Secret. */
  readonly secrets: readonly Resource[];
}

export interface SecretsService extends LocalService {
  /** The value behind `{{resolve:secretsmanager:…}}`: a whole secret, or one key of a JSON secret. */
  resolve(secretId: string, jsonKey?: string): string;
}

const Secret = z.object({
  Name: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .object({
      PasswordLength: z.number().default(32),
      ExcludeCharacters: z.string().default(''),
      ExcludeLowercase: z.boolean().default(false),
      ExcludeUppercase: z.boolean().default(false),
      ExcludeNumbers: z.boolean().default(false),
      ExcludePunctuation: z.boolean().default(false),
      IncludeSpace: z.boolean().default(false),
      RequireEachIncludedType: z.boolean().default(true),
      SecretStringTemplate: z.string().optional(),
      GenerateStringKey: z.string().optional(),
    })
    .optional(),
});
type Generate = NonNullable<z.infer<typeof Secret>['GenerateSecretString']>;

interface Version {
  readonly text: string;
  readonly versionId: string;
}

interface Stored extends Version {
  readonly createdAt: number;
  /** What it was before it was replaced. */
  readonly previous?: Version;
}

const GetSecretValue = z.object({
  SecretId: z.string().min(1),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
  /** What PutSecretValue puts. */
  SecretString: z.string().min(1).optional(),
});

const COLLECTION = 'secrets';

/** Secrets Manager: secrets are generated once, as the template says, and kept until they are replaced. */
export function createSecrets(context: LocalContext, options: SecretsOptions): SecretsService {
  let records: Records | undefined;

  const find = (secretId: string): { readonly arn: string; readonly name: string } | undefined =>
    options.secrets
      .map((resource) => ({ arn: resource.id, name: nameOf(resource.id) }))
      // An ARN may be given whole or without its random suffix.
      .find(({ arn, name }) => [arn, name, arn.slice(0, arn.lastIndexOf('-'))].includes(secretId));

  return {
    name: 'secretsmanager',

    async start() {
      records = openRecords(join(context.directory, 'secrets.jsonl'));
      for (const resource of options.secrets) {
        if (records.get<Stored>(COLLECTION, resource.id)) continue;
        const value: Stored = {
          text: firstValue(resource),
          versionId: randomUUID(),
          createdAt: Date.now(),
        };
        records.commit({ collection: COLLECTION, key: resource.id, value });
      }
    },

    async stop() {
      records?.close();
      records = undefined;
    },

    resolve(secretId, jsonKey) {
      const secret = find(secretId);
      const stored = secret && records?.get<Stored>(COLLECTION, secret.arn);
      if (!stored) throw new Error(`no secret ${secretId} in the assembly`);
      if (jsonKey === undefined) return stored.text;
      const value = (JSON.parse(stored.text) as Record<string, unknown>)[jsonKey];
      if (value === undefined) throw new Error(`the secret ${secretId} has no key ${jsonKey}`);
      return String(value);
    },

    requiredActions(call) {
      const { SecretId } = parse(call) ?? {};
      if (SecretId === undefined) return [];
      const resource =
        find(SecretId)?.arn ??
        `arn:aws:secretsmanager:${context.region}:${context.accountId}:secret:${SecretId}`;
      return [{ action: `secretsmanager:${operationOf(call)}`, resource }];
    },

    async handle(call) {
      const operation = operationOf(call);
      if (!OPERATIONS.includes(operation)) {
        return fault('UnknownOperationException', `${operation} does not run locally`);
      }
      const input = parse(call);
      if (!input) return fault('InvalidParameterException', 'SecretId is missing');
      const secret = find(input.SecretId);
      const stored = secret && records?.get<Stored>(COLLECTION, secret.arn);
      if (!secret || !stored) {
        return fault('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      }
      const named = { ARN: secret.arn, Name: secret.name };
      if (operation === 'PutSecretValue') {
        if (input.SecretString === undefined)
          return fault('InvalidParameterException', 'SecretString is missing');
        const { text, versionId } = stored;
        const value: Stored = {
          ...stored,
          text: input.SecretString,
          versionId: randomUUID(),
          previous: { text, versionId },
        };
        records?.commit({ collection: COLLECTION, key: secret.arn, value });
        return answer(200, { ...named, VersionId: value.versionId, VersionStages: [CURRENT] });
      }
      const described = { ...named, CreatedDate: stored.createdAt / 1000 };
      const versions = versionsOf(stored);
      if (operation === 'DescribeSecret')
        return answer(200, {
          ...described,
          VersionIdsToStages: Object.fromEntries(
            versions.map(({ versionId, stage }) => [versionId, [stage]]),
          ),
        });
      const { VersionId, VersionStage } = input;
      const wanted = VersionStage ?? (VersionId === undefined ? CURRENT : undefined);
      const version = versions.find(
        ({ versionId, stage }) =>
          (wanted === undefined || stage === wanted) && (VersionId === undefined || versionId === VersionId),
      );
      if (!version) {
        const missing =
          VersionId === undefined ? `staging label: ${VersionStage}` : `VersionId: ${VersionId}`;
        return fault(
          'ResourceNotFoundException',
          `Secrets Manager can't find the specified secret value for ${missing}`,
        );
      }
      return answer(200, {
        ...described,
        VersionId: version.versionId,
        VersionStages: [version.stage],
        SecretString: version.text,
      });
    },
  };
}

const OPERATIONS = ['GetSecretValue', 'DescribeSecret', 'PutSecretValue'];
const CURRENT = 'AWSCURRENT';

function versionsOf({ previous, ...stored }: Stored): readonly (Version & { readonly stage: string })[] {
  return [{ ...stored, stage: CURRENT }, ...(previous ? [{ ...previous, stage: 'AWSPREVIOUS' }] : [])];
}

function nameOf(arn: string): string {
  const [, name = arn] = /:secret:(.+)-[^-]+$/.exec(arn) ?? [];
  return name;
}

function firstValue(resource: Resource): string {
  const { SecretString, GenerateSecretString } = Secret.parse(resource.properties);
  if (SecretString !== undefined) return SecretString;
  const password = generate(GenerateSecretString ?? Secret.shape.GenerateSecretString.unwrap().parse({}));
  const { SecretStringTemplate, GenerateStringKey } = GenerateSecretString ?? {};
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return password;
  return JSON.stringify({
    ...(JSON.parse(SecretStringTemplate) as object),
    [GenerateStringKey]: password,
  });
}

function generate(rules: Generate): string {
  const kinds = [
    rules.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    rules.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    rules.ExcludeNumbers ? '' : '0123456789',
    rules.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    rules.IncludeSpace ? ' ' : '',
  ]
    .map((kind) => [...kind].filter((character) => !rules.ExcludeCharacters.includes(character)))
    .filter((kind) => kind.length > 0);
  const all = kinds.flat();
  if (all.length === 0) throw new Error('a generated secret excludes every character');
  const pick = (from: readonly string[]) => from[randomInt(from.length)] ?? '';

  const characters = rules.RequireEachIncludedType ? kinds.map(pick) : [];
  while (characters.length < rules.PasswordLength) characters.push(pick(all));
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

function operationOf(call: AwsCall): string {
  return String(call.headers['x-amz-target'] ?? '').replace('secretsmanager.', '');
}

function parse(call: AwsCall): z.infer<typeof GetSecretValue> | undefined {
  try {
    return GetSecretValue.parse(JSON.parse(call.body.toString('utf8')));
  } catch {
    return undefined;
  }
}

function answer(status: number, body: object): AwsAnswer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(body) };
}

function fault(type: string, message: string): AwsAnswer {
  return answer(400, { __type: type, Message: message, message });
}
