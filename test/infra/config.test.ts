import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { asciiJson, operatorOutput } from '#infra/config/operator';
import { deployedStage } from '#infra/config/outputs';
import {
  answerModels,
  LOCAL_STAGE,
  readContext,
  readStage,
  reservedInAll,
  StageParameters,
  UNRESERVED_MINIMUM,
  vectorIndexFrom,
} from '#infra/config/stage';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { PRODUCTION, ROOT } from './synthesized';

const { stage: _, ...parameters } = PRODUCTION;
const read = (context: Record<string, unknown>) => readStage(new App({ context }).node);

describe('a stage', () => {
  it('is the local one when none is named', () => {
    expect(read({})).toBe(LOCAL_STAGE);
    expect(read({ stage: 'local', stages: { local: { region: 'us-east-1' } } })).toBe(LOCAL_STAGE);
  });

  it('is found by its name, with what is usual filled in', () => {
    const { answerModel, embeddingModel, logRetentionDays, priceClass, guardrail, hostedZone, ...needed } =
      parameters;
    expect(read({ stage: 'production', stages: { production: needed } })).toMatchObject({
      stage: 'production',
      region: 'eu-central-1',
      answerModel: 'eu.amazon.nova-lite-v1:0',
      furtherModels: [],
      embeddingModel: 'cohere.embed-multilingual-v3',
      logRetentionDays: 30,
      priceClass: 'PriceClass_100',
    });
  });

  it('that is not there is refused by its name, with those that are', () => {
    expect(() => read({ stage: 'prod', stages: { production: parameters } })).toThrow(
      /no stage "prod".*local, production/,
    );
  });

  it('that is not right is refused with every parameter that is wrong', () => {
    const { alarmEmail: __, ...incomplete } = parameters;
    const wrong = {
      ...incomplete,
      account: '1234',
      certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0000',
      regoin: 'eu-central-1',
    };
    const refused = () => read({ stage: 'production', stages: { production: wrong } });
    expect(refused).toThrow(/parameters of stage production/);
    for (const part of [/account: .*twelve digits/, /certificateArn: .*us-east-1/, /alarmEmail: /, /regoin/])
      expect(refused).toThrow(part);
  });

  it.each([
    [{ appDomain: 'parley.example' }, /appDomain: another host than rootDomain/],
    [{ rootDomain: 'elsewhere.example' }, /rootDomain: a host in the hosted zone parley\.example/],
    [{ appDomain: 'app.notparley.example' }, /appDomain: a host in the hosted zone/],
    [{ embeddingModel: 'word2vec' }, /embeddingModel/],
    [{ logRetentionDays: 31 }, /logRetentionDays/],
    [{ rootDomain: 'https://parley.example' }, /rootDomain: .*host name/],
    [{ operator: undefined }, /operator: /],
    [{ operator: { ...PRODUCTION.operator, email: 'nobody' } }, /operator\.email: /],
    [{ operator: { ...PRODUCTION.operator, street: '' } }, /operator\.street: /],
    [{ operator: { ...PRODUCTION.operator, fax: '1' } }, /operator: .*fax/],
  ])('with %j is refused', (change, message) => {
    expect(() => read({ stage: 'production', stages: { production: { ...parameters, ...change } } })).toThrow(
      message,
    );
  });

  it('is read from where the command line of CDK keeps it, too', async () => {
    const root = temporaryFolder();
    await writeFile(path.join(root, 'cdk.json'), JSON.stringify({ context: { stages: {}, kept: 1 } }));
    await writeFile(path.join(root, 'cdk.context.json'), JSON.stringify({ stages: { production: {} } }));
    expect(await readContext(root, { stage: 'production' })).toEqual({
      kept: 1,
      stages: { production: {} },
      stage: 'production',
    });
    await rm(path.join(root, 'cdk.context.json'));
    expect(await readContext(root)).toEqual({ kept: 1, stages: {} });
  });

  it('without vector buckets gives no bot an index', () => {
    expect(vectorIndexFrom({ ...LOCAL_STAGE, vectorBuckets: 1 })).toBe(20_000);
    expect(vectorIndexFrom(StageParameters.parse({ ...LOCAL_STAGE, vectorBuckets: 0 }))).toBe(
      Number.MAX_SAFE_INTEGER,
    );
  });

  it('that is local has parameters like any other', () => {
    expect(StageParameters.parse(LOCAL_STAGE)).toEqual(LOCAL_STAGE);
  });
});

describe('who runs a stage', () => {
  const outputs = {
    Region: 'eu-central-1',
    RootOrigin: 'https://parley.example',
    AppOrigin: 'https://app.parley.example',
    SocketUrl: 'wss://app.parley.example/socket',
    UserPoolId: 'pool',
    UserPoolClientId: 'client',
    WebBucket: 'web',
    WidgetBucket: 'widget',
    AnswerModels: asciiJson(answerModels(PRODUCTION)),
  };

  it('comes through the outputs, which keep nothing but ASCII', () => {
    const Operator = operatorOutput(PRODUCTION.operator);
    expect(Operator).toMatch(/^[ -~]+$/);
    expect(Operator.length).toBeLessThan(1_024);
    const deployed = deployedStage('production', { ...outputs, Operator });
    expect(deployed.operator).toEqual(PRODUCTION.operator);
    expect(deployed.answerModels).toEqual([{ id: PRODUCTION.answerModel, name: 'Amazon Nova Lite' }]);
  });

  it('must be among them', () => {
    for (const Operator of [undefined, '{}', 'null'])
      expect(() => deployedStage('production', { ...outputs, Operator })).toThrow();
  });
});

describe('the figures of DEPLOY.md', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  /** What a file has behind the name of a constant. */
  const constant = (file: string, name: string) => {
    const [, value = ''] = new RegExp(`\\b${name}\\b *[=:] *([\\d_]+)`).exec(read(file)) ?? [];
    return Number(value.replaceAll('_', ''));
  };

  it('are those of the code', () => {
    const { reservedConcurrency: reserved, maximumConcurrency, modelBudgetUsd } = PRODUCTION;
    const { answer = 0 } = reserved === 'none' ? {} : reserved;
    const accept = 'functions/core/conversations/accept-message.ts';
    const [bot, account] = ['PER_BOT', 'MESSAGES_PER_ACCOUNT'].map((name) => constant(accept, name) / 60);
    const frames = constant('infra/constructs/socket-api.ts', 'rateLimit');
    const waiting = /SHARDS = \[(.+)\]/.exec(read('functions/core/conversations/waiting-messages.ts'))?.[1];
    const told = read('infra/DEPLOY.md');
    for (const figure of [
      `the stage reserves ${reservedInAll(PRODUCTION)}, and AWS keeps ${UNRESERVED_MINIMUM} unreserved`,
      `budget of a day, ${modelBudgetUsd} USD`,
      `one bot, ${bot} messages a second; one account, ${account} |`,
      `the answer function, ${answer} at once`,
      `counting, ${maximumConcurrency.analytics} conversations at once`,
      `frames, ${frames} a second`,
      `waiting messages, ${waiting?.split(',').length} partitions`,
      `counts, ${constant('functions/core/operator/admin/counts.ts', 'SHARDS')} partitions`,
    ])
      expect(told).toContain(figure);
  });
});
