import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ParleyFunction } from '#infra/constructs/parley-function';
import { Releases } from '#infra/constructs/releases';
import type { Resource } from '#infra/local/assembly/model';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { PRODUCTION, standInBundles, synthesized } from './synthesized';

const synth = await synthesized();

const bundleOf = (lambda: Resource | undefined) => synth.environment(lambda).POWERTOOLS_SERVICE_NAME ?? '';
const aliases = () => synth.assembly.ofType('AWS::Lambda::Alias');
const released = () => aliases().map(({ properties }) => bundleOf(synth.lambda(properties.FunctionName)));
interface InTemplate {
  readonly Type: string;
  readonly UpdatePolicy?: object;
  readonly Properties: Readonly<Record<string, unknown>>;
}
const resources = (): Readonly<Record<string, InTemplate>> => synth.template('api').toJSON().Resources;
const ofType = (type: string) => Object.values(resources()).filter(({ Type }) => Type === type);

describe('a release', () => {
  it('of what visitors and the stream meet is called by an alias, which names a version', () => {
    const met = synth.assembly
      .ofType('AWS::Lambda::Function')
      .map(bundleOf)
      .filter((bundle) => /^(http|socket|stream)-/.test(bundle) || bundle === 'queue-failed-answers');
    expect(released().sort()).toEqual(met.sort());
    for (const { Properties } of ofType('AWS::Lambda::Alias')) {
      const version = (Properties.FunctionVersion as { 'Fn::GetAtt': [string, 'Version'] })['Fn::GetAtt'][0];
      expect(resources()[version]?.Type).toBe('AWS::Lambda::Version');
    }
  });

  it('is what the APIs, the stream and the queue of failed answers call', () => {
    const integrations = synth.assembly
      .ofType('AWS::ApiGatewayV2::Integration')
      .map(({ properties }) => String(properties.IntegrationUri));
    for (const uri of integrations) expect(uri).toMatch(/:live(\/invocations)?$/);
    const sources = synth.assembly.ofType('AWS::Lambda::EventSourceMapping');
    const called = sources.filter(({ properties }) => String(properties.FunctionName).endsWith(':live'));
    expect(called.map(({ properties }) => bundleOf(synth.lambda(properties.FunctionName))).sort()).toEqual([
      'queue-failed-answers',
      'stream-dispatch',
      'stream-later',
    ]);
  });

  it('shifts a tenth of the calls a minute, and is taken back by alarms that there are', () => {
    for (const { UpdatePolicy } of ofType('AWS::Lambda::Alias'))
      expect(UpdatePolicy).toMatchObject({
        CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: expect.any(String) } },
      });
    const groups = synth.assembly.ofType('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(aliases().length);
    const alarms = synth.assembly.ofType('AWS::CloudWatch::Alarm').map(({ id }) => id);
    for (const { logicalId, properties } of groups) {
      expect(properties, logicalId).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
        },
      });
      const { Alarms } = properties.AlarmConfiguration as { Alarms: { Name: string }[] };
      expect(Alarms, logicalId).toHaveLength(2);
      for (const { Name } of Alarms) expect(alarms, logicalId).toContain(Name);
    }
  });
});

it('a release that is wanted now waits for no alarm, and takes over at once', async () => {
  const folder = temporaryFolder();
  const context = { bundles: await standInBundles(folder), release: 'now' };
  const stack = new Stack(new App({ context }), 'Now');
  const area = new ParleyFunction(stack, 'HttpBots', {
    stage: PRODUCTION,
    bundle: 'http-bots',
    description: 'Bots',
    released: true,
  });
  new Releases(stack, 'Releases', { stage: PRODUCTION, functions: [[area, ['HttpBotsErrors']]] });
  const [group] = Object.values(Template.fromStack(stack).findResources('AWS::CodeDeploy::DeploymentGroup'));
  expect(group?.Properties).toMatchObject({ DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce' });
  expect(group?.Properties.AlarmConfiguration?.Alarms ?? []).toEqual([]);
});

it('no stack comes near to the 500 resources that CloudFormation takes', () => {
  for (const stack of ['api', 'http', 'ops', 'ingest'] as const)
    expect(Object.keys(synth.template(stack).toJSON().Resources).length, stack).toBeLessThan(450);
});
