import type { Ground } from './ground';
import type { AwsLike } from './runtime/aws-like';
import type { Invoker } from './runtime/ports';
import { readWebAcl } from './runtime/web-acl';
import { createEdge } from './services/cloudfront/service';
import { createHttpApis } from './services/http-api/service';
import { createWebSocketApis } from './services/websocket-api/service';
import type { Stores } from './stores';

/** The ways by which browsers come in: the edge, and the APIs behind it. */
export function createWaysIn(
  { assembly, context, now }: Ground,
  invoker: Invoker,
  { s3, cognito }: Pick<Stores, 's3' | 'cognito'>,
  awsLike: AwsLike | undefined,
) {
  const { resources } = assembly;
  const httpApis = createHttpApis(context('http-api'), {
    resources,
    invoker,
    now,
    jwksFor: (issuer) => cognito.jwks(issuer.slice(issuer.lastIndexOf('/') + 1)),
  });
  const webSocketApis = createWebSocketApis(context('websocket-api'), { resources, invoker, now });
  // Read in any case, so that a rule that is not known here is told of.
  const [firewall] = assembly
    .ofType('AWS::WAFv2::WebACL')
    .filter(({ properties }) => properties.Scope === 'CLOUDFRONT')
    .map(readWebAcl);
  const edge = createEdge(context('cloudfront'), {
    resources,
    s3,
    httpApis,
    webSocketApis,
    firewall: awsLike && firewall,
  });
  return { httpApis, webSocketApis, edge };
}
