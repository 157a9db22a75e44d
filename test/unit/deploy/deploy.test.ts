import { BedrockRuntimeClient, ConverseCommand, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readArguments } from '#bin/deploy/arguments';
import { type DeployDeps, deployStage, type Outputs } from '#bin/deploy/stage';
import { FORMAT_VERSION } from '#core/retrieval/format';
import { StageParameters } from '#infra/config/stage';
import { ITEMS_VERSION } from '#platform/items-version';

const PARAMETERS = {
  stage: 'try',
  account: '111122223333',
  region: 'eu-central-1',
  rootDomain: 'parley.example',
  appDomain: 'app.parley.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0000',
  mailFrom: 'hello@mail.parley.example',
  alarmEmail: 'operations@parley.example',
  operator: {
    company: 'Parley Example GmbH',
    street: 'Musterstraße 1',
    city: '50667 Köln',
    country: 'Deutschland',
    email: 'contact@parley.example',
    representative: 'Erika Mustermann',
  },
};
const stage = StageParameters.parse(PARAMETERS);

const ses = mockClient(SESv2Client);
const lambda = mockClient(LambdaClient);
const bedrock = mockClient(BedrockRuntimeClient);
afterAll(() => {
  for (const client of [ses, lambda, bedrock]) client.restore();
});
let ran: (readonly string[])[];
let published: unknown[];
let said: string[];
let slept: number;

beforeEach(() => {
  ses.reset();
  lambda.reset();
  bedrock.reset();
  ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1_000 } });
  [ran, published, said, slept] = [[], [], [], 0];
});

const MAIL: Outputs = { 'parley-try-mail': { MailRecord1: 'a._domainkey CNAME a.dkim', MailDomain: 'x' } };

function deploy(
  words: readonly string[],
  parameters: StageParameters = stage,
  {
    page = '',
    health = '',
    quotas = async () => [],
  }: { page?: string; health?: string; quotas?: DeployDeps['listModelQuotas'] } = {},
) {
  const deps: DeployDeps = {
    ses: new SESv2Client({ region: 'eu-central-1' }),
    lambda: new LambdaClient({ region: 'eu-central-1' }),
    bedrock: new BedrockRuntimeClient({ region: 'eu-central-1' }),
    listModelQuotas: quotas,
    async cdkDeploy(given) {
      ran.push(given);
      return given.includes('--all') ? { 'parley-try-edge': { WebBucket: 'web' } } : MAIL;
    },
    publish: async (outputs) => void published.push(outputs),
    readLivePage: async (address) => (address.endsWith('/api/health') ? health : page),
    log: (line) => void said.push(line),
    sleep: async (milliseconds) => {
      slept += milliseconds;
    },
  };
  return deployStage(parameters, words, deps);
}

const OPTIONS = ['-c', 'stage=try', '--require-approval', 'never', '--profile', 'P', '--hotswap'];

describe('the words of npm run deploy', () => {
  it('go to cdk deploy as they are, and make no stacks of the values of options', async () => {
    await deploy(OPTIONS);
    expect(ran).toEqual([
      ['parley-try-mail', ...OPTIONS],
      ['--all', ...OPTIONS],
    ]);
    expect(published).toEqual([{ WebBucket: 'web' }]);
  });

  it.each([
    [['-c', 'stage=try', '--profile', 'P']],
    [['--context=stage=try', '--profile=P', '--no-rollback']],
    [['--require-approval', 'never', '--profile', 'P', '-c', 'a=b=c', '-c', 'stage=try']],
  ])('tell the command itself stage and profile: %j', (words) => {
    expect(readArguments(words)).toMatchObject({ context: { stage: 'try' }, profile: 'P' });
  });

  it('keep what a context says after its first equals sign', () => {
    expect(readArguments(['-c', 'a=b=c'])).toEqual({ context: { a: 'b=c' }, profile: undefined });
  });

  it('that name stacks have these deployed alone, and nothing published', async () => {
    await deploy(['-c', 'stage=try', '--exclusively', 'parley-try-api']);
    expect(ran).toEqual([['-c', 'stage=try', '--exclusively', 'parley-try-api']]);
    expect(published).toEqual([]);
  });

  it('are followed where a page is live, whose inline code stays admitted', async () => {
    await deploy(OPTIONS, stage, { page: '<script>let a = 1;</script>' });
    expect(ran[1]?.slice(0, 2)).toEqual(['--all', '-c']);
    expect(ran[1]?.[2]).toMatch(/^liveInlineCode=.*sha256-/);
    expect(ran[1]?.slice(3)).toEqual(OPTIONS);
  });
});

describe('a step back', () => {
  const live = (segment: number, items = ITEMS_VERSION) =>
    JSON.stringify({ status: 'ok', commit: 'abc', formats: { segment, items } });

  it('is refused where the release that is live writes what this one does not read', async () => {
    const health = live(FORMAT_VERSION + 1);
    await expect(deploy(OPTIONS, stage, { health })).rejects.toThrow(
      `The release that is live (abc) writes segments of format ${FORMAT_VERSION + 1}`,
    );
    expect(ran).toEqual([]);
    await deploy([...OPTIONS, '-c', 'olderFormats=allow'], stage, { health });
    expect(ran).toHaveLength(2);
  });

  it('is refused where the release that is live stores items that this one does not read', async () => {
    const health = live(FORMAT_VERSION, ITEMS_VERSION + 1);
    await expect(deploy(OPTIONS, stage, { health })).rejects.toThrow(
      `The release that is live (abc) writes items of version ${ITEMS_VERSION + 1}`,
    );
    expect(ran).toEqual([]);
  });

  it.each([
    ['reads it', live(FORMAT_VERSION)],
    ['can not know', '{"status":"ok"}'],
    ['finds no stage', '<html>'],
  ])('is taken where this release %s', async (_, health) => {
    await deploy(OPTIONS, stage, { health });
    expect(published).toHaveLength(1);
  });
});

describe('the models', () => {
  const called = () => [
    ...bedrock.commandCalls(ConverseCommand).map(({ args }) => args[0].input.modelId),
    ...bedrock.commandCalls(InvokeModelCommand).map(({ args }) => args[0].input.modelId),
  ];

  it('are each called once when all else is done', async () => {
    await deploy(OPTIONS);
    expect(called()).toEqual([stage.answerModel, stage.embeddingModel]);
    expect(said).toContain(`The model ${stage.embeddingModel} answers.`);
  });

  it('that do not answer are named with what to click, and the stage is deployed', async () => {
    bedrock
      .on(InvokeModelCommand)
      .rejects(Object.assign(new Error('not subscribed'), { name: 'AccessDeniedException' }));
    const deployed = deploy(OPTIONS);
    await expect(deployed).rejects.toThrow(
      new RegExp(
        `${stage.embeddingModel}: AccessDeniedException, not subscribed\nOpen https://eu-central-1\\.console`,
      ),
    );
    await expect(deployed).rejects.not.toThrow(stage.answerModel);
    expect(published).toHaveLength(1);
  });

  it('are as many as the stage has', async () => {
    await deploy(OPTIONS, StageParameters.parse({ ...PARAMETERS, embeddingModel: 'none' }));
    expect(called()).toEqual([stage.answerModel]);
  });
});

describe('the mail domain', () => {
  it('is waited for, with the records to set, and the deployment goes on by itself', async () => {
    ses
      .on(GetEmailIdentityCommand)
      .resolvesOnce({ VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' })
      .resolvesOnce({ VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' })
      .resolves({ VerifiedForSendingStatus: true });
    await deploy(OPTIONS);
    expect(said.join('\n')).toContain('a._domainkey CNAME a.dkim');
    expect(said.join('\n')).toContain('Ctrl-C');
    expect(ran).toHaveLength(2);
    expect(published).toHaveLength(1);
    expect(slept).toBe(40_000);
  });

  it('that is not verified within two hours ends the command, which says how to go on', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false });
    await expect(deploy(OPTIONS)).rejects.toThrow(/within 120 minutes.*run this again/s);
    expect(ran).toHaveLength(1);
    expect(slept).toBe(2 * 60 * 60 * 1000);
  });

  it('that SES has given up, or does not know, is not waited for', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerificationStatus: 'FAILED' });
    await expect(deploy(OPTIONS)).rejects.toThrow(/given up/);
    ses.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: '', $metadata: {} }));
    await expect(deploy(OPTIONS)).rejects.toThrow(/another account or region/);
    expect(slept).toBe(0);
  });
});

describe("the account's concurrency quota", () => {
  it('of a new account is told before anything is deployed, with how to raise it', async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    await expect(deploy(OPTIONS)).rejects.toThrow(
      /may run 10 times at once.*reserves 790.*request-service-quota-increase.*reservedConcurrency/s,
    );
    expect(ran).toEqual([]);
  });

  it('does not hinder a stage that reserves nothing, which hears that the alarm is set for another', async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    await deploy(OPTIONS, { ...stage, reservedConcurrency: 'none' });
    expect(ran).toHaveLength(2);
    expect(said.join('\n')).toContain('concurrencyQuota');
  });

  it('that may not be read hinders nothing, and that is said', async () => {
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    lambda.on(GetAccountSettingsCommand).rejects(denied);
    await deploy(OPTIONS);
    expect(ran).toHaveLength(2);
    expect(said.join('\n')).toContain('lambda:GetAccountSettings');
  });

  it('as the stage states it must hold what the stage reserves', () => {
    expect(() => StageParameters.parse({ ...PARAMETERS, concurrencyQuota: 500 })).toThrow(/790 in all/);
    expect(
      StageParameters.parse({ ...PARAMETERS, concurrencyQuota: 10, reservedConcurrency: 'none' }),
    ).toBeTruthy();
  });
});

describe("Bedrock's quotas", () => {
  const quota = (model: string, Value: number, kind = 'Cross-Region InvokeModel') => ({
    QuotaName: `${kind} tokens per minute for ${model}`,
    Value,
  });

  it('are told beside what the stage can ask for', async () => {
    const quotas = async () => [
      quota('Amazon Nova Lite', 800_000),
      quota('Amazon Nova Lite', 400_000, 'On-demand model inference'),
      quota('Amazon Nova Lite 2', 1),
      quota('Cohere Embed Multilingual', 300_000),
    ];
    await deploy(OPTIONS, stage, { quotas });
    expect(said.filter((line) => line.includes('a minute'))).toEqual([
      'Amazon Nova Lite: Bedrock takes 400000 tokens a minute; the stage can ask for 9000000. What is over is answered with quotes: raise the quota before the traffic comes (Service Quotas, Amazon Bedrock).',
      'Cohere Embed Multilingual: Bedrock takes 300000 tokens a minute; the stage can ask for 300000.',
    ]);
  });

  it('that can not be read, or are not named, keep nothing from being deployed', async () => {
    const quotas = async () => {
      throw new Error('spawn aws ENOENT');
    };
    await deploy(OPTIONS, stage, { quotas });
    expect(said.join('\n')).toContain('could not be read');
    await deploy(OPTIONS, stage);
    expect(said.join('\n')).toContain('Bedrock names no quota of Amazon Nova Lite here');
    expect(published).toHaveLength(2);
  });
});
