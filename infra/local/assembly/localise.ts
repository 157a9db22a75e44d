import * as z from 'zod';
import { AssemblyError, mapTexts } from './load';
import type { Assembly, Resource } from './model';
import { described } from './properties';

export interface LocalPlace {
  readonly port: number;
  /** The value behind `{{resolve:secretsmanager:…}}`. */
  secret(secretId: string, jsonKey: string | undefined): string;
}

/**
 * The one place where what the template built for AWS becomes local: hosts that are served here, and secrets
 * that CloudFormation would have put in. Issuers of tokens stay as they are: they name, nobody calls them.
 */
export function localise(assembly: Assembly, place: LocalPlace): Assembly {
  const hosts = localHosts(assembly, place.port);
  return mapTexts(assembly, (text, resource) => {
    const filled = text.includes('{{resolve:') ? fillReferences(text, place, resource) : text;
    if (!filled.includes('://')) return filled;
    const here = hosts(filled, resource);
    return resource?.type === FOR_BROWSERS ? withoutRepeats(here) : here;
  });
}

/** Addresses in the responses' headers are for the browser, so there even the pool's own host is rewritten. */
const FOR_BROWSERS = 'AWS::CloudFront::ResponseHeadersPolicy';

const REFERENCE =
  /\{\{resolve:([a-z-]+):(arn:[^:}]+:[^:}]+:[^:}]*:[^:}]*:secret:[^:}]+|[^:}]+)(?::SecretString(?::([^:}]*))?)?(?::[^}]*)?\}\}/g;

function fillReferences(text: string, place: LocalPlace, resource: Resource | undefined): string {
  return text.replace(REFERENCE, (whole: string, service: string, id: string, key?: string) => {
    if (service === 'secretsmanager') return place.secret(id, key || undefined);
    const where = resource ? described(resource) : 'an output';
    throw new AssemblyError(`${where}: the dynamic reference ${whole} is not supported locally`);
  });
}

const Distribution = z.object({
  DistributionConfig: z.object({ Aliases: z.array(z.string()).default([]) }),
});

/** Several hosts of AWS are one gateway here: a policy that names each names it once. */
function withoutRepeats(policy: string): string {
  return policy
    .split(';')
    .map((directive) => [...new Set(directive.split(' '))].join(' '))
    .join(';');
}

function localHosts(assembly: Assembly, port: number): (text: string, resource?: Resource) => string {
  const gateway = `127.0.0.1:${port}`;
  const sockets = new Set(
    assembly
      .ofType('AWS::ApiGatewayV2::Api')
      .filter((api) => api.properties.ProtocolType === 'WEBSOCKET')
      .map((api) => api.id),
  );
  const edges = new Set(
    assembly
      .ofType('AWS::CloudFront::Distribution')
      .flatMap((edge) => Distribution.parse(edge.properties).DistributionConfig.Aliases),
  );

  const local = (scheme: string, host: string, resource: Resource | undefined): string | undefined => {
    if (edges.has(host)) return `${host}:${port}`;
    const { name, service } = awsHost(host);
    switch (service) {
      case 'execute-api':
        // Over https a socket API has only its connections' management, which is an AWS API.
        return scheme === 'https' && sockets.has(name) ? gateway : `${name}.execute-api.localhost:${port}`;
      case 'cognito-idp':
        return resource?.type === FOR_BROWSERS ? gateway : undefined;
      case undefined:
        return undefined;
      default:
        return gateway;
    }
  };

  return (text, resource) =>
    text.replace(
      /\b(https|wss):\/\/([a-z0-9.-]+)(?::\d+)?/gi,
      (whole: string, scheme: string, host: string) => {
        const here = local(scheme, host, resource);
        return here === undefined ? whole : `${scheme === 'wss' ? 'ws' : 'http'}://${here}`;
      },
    );
}

/** Name and service in `name.service.region.amazonaws.com`; name and region may be missing. */
function awsHost(host: string): { readonly name: string; readonly service: string | undefined } {
  if (!host.endsWith('.amazonaws.com')) return { name: '', service: undefined };
  const labels = host.split('.').slice(0, -2);
  if (/^[a-z]{2}-[a-z]+-\d$/.test(labels.at(-1) ?? '')) labels.pop();
  const service = labels.pop();
  return { name: labels.join('.'), service };
}
