import * as z from 'zod';
import { type ActingService, readResourcePolicies } from '../runtime/resource-policy';
import type { Assembly, Resource } from './model';
import { described } from './properties';

const Notifying = z.object({
  NotificationConfiguration: z
    .object({ QueueConfigurations: z.array(z.object({ Queue: z.string() })).default([]) })
    .optional(),
});
const Ruled = z.object({ Targets: z.array(z.object({ Arn: z.string() })).default([]) });
const Integration = z.object({ ApiId: z.string(), IntegrationUri: z.string() });
const Pool = z.object({ LambdaConfig: z.record(z.string(), z.unknown()).default({}) });
const Permission = z.object({
  Action: z.literal('lambda:InvokeFunction'),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

/**
 * Throws where a service of AWS is to tell a queue or to call a function that does not let it: deployed, a bucket's
 * notifications, a rule's messages and calls of an API would be refused, some of them silently.
 */
export function assertWired(assembly: Assembly): void {
  const missing = [...queuesNotOpen(assembly), ...functionsNotOpen(assembly)];
  if (missing.length > 0) throw new Error(`Deployed, this would not work:\n${missing.join('\n')}`);
}

function queuesNotOpen(assembly: Assembly): readonly string[] {
  const allows = readResourcePolicies(assembly.ofType('AWS::SQS::QueuePolicy'));
  const refused = (
    resource: Resource,
    service: Pick<ActingService, 'principal'>,
    queues: readonly string[],
  ) => {
    const acting = { ...service, accountId: assembly.accountId, sourceArn: resource.attributes.Arn ?? '' };
    return queues
      .filter((queue) => queue.startsWith('arn:aws:sqs:') && !allows(acting, 'sqs:SendMessage', queue))
      .map((queue) => `${described(resource)} may not send to ${queue}: no queue policy lets it.`);
  };
  return [
    ...assembly.ofType('AWS::S3::Bucket').flatMap((bucket) => {
      const { NotificationConfiguration } = Notifying.parse(bucket.properties);
      const queues = NotificationConfiguration?.QueueConfigurations.map(({ Queue }) => Queue) ?? [];
      return refused(bucket, { principal: 's3.amazonaws.com' }, queues);
    }),
    ...assembly.ofType('AWS::Events::Rule').flatMap((rule) =>
      refused(
        rule,
        { principal: 'events.amazonaws.com' },
        Ruled.parse(rule.properties).Targets.map(({ Arn }) => Arn),
      ),
    ),
  ];
}

function functionsNotOpen(assembly: Assembly): readonly string[] {
  const permissions = assembly
    .ofType('AWS::Lambda::Permission')
    .map(({ properties }) => Permission.parse(properties));
  /** `from`: what the ARN of whoever calls begins with. */
  const isOpen = (name: string, principal: string, from: string) =>
    permissions.some(
      (permission) =>
        permission.Principal === principal &&
        named(permission.FunctionName) === named(name) &&
        (permission.SourceArn === undefined || permission.SourceArn.includes(from)),
    );
  return [
    ...assembly.ofType('AWS::ApiGatewayV2::Integration').flatMap((integration) => {
      const { ApiId, IntegrationUri } = Integration.parse(integration.properties);
      const [called = ''] = /arn:aws:lambda:[^/]+/.exec(IntegrationUri) ?? [];
      return isOpen(called, 'apigateway.amazonaws.com', `:${ApiId}/`)
        ? []
        : [`${described(integration)} may not call ${called}: no permission lets its API.`];
    }),
    ...assembly
      .ofType('AWS::Cognito::UserPool')
      .flatMap((pool) =>
        Object.values(Pool.parse(pool.properties).LambdaConfig).flatMap((called) =>
          typeof called !== 'string' ||
          isOpen(called, 'cognito-idp.amazonaws.com', pool.attributes.Arn ?? pool.id)
            ? []
            : [`${described(pool)} may not call ${called}: no permission lets it.`],
        ),
      ),
  ];
}

/** By its ARN or its name, with the alias that is called. */
function named(name: string): string {
  return name.replace(/^arn:aws:lambda:[^:]+:\d+:function:/, '');
}
