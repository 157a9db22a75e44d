import { fileURLToPath } from 'node:url';
import { build } from '#bin/build';
import { synthesize } from '#bin/local/synthesize';
import type { LocalCloud } from '#infra/local/start';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a client needs to know of a running cloud, also from another process. */
export interface CloudAddress {
  readonly port: number;
  readonly region: string;
  readonly addresses: LocalCloud['addresses'];
  readonly operator: LocalCloud['operator'];
  readonly userPoolId: string;
  readonly userPoolClientId: string;
}

/** Builds and synthesizes what has changed; gives the assembly's folder. */
export async function prepareAssembly(log: (line: string) => void = () => {}): Promise<string> {
  await build({ log });
  return synthesize(ROOT, log);
}

export function addressOf(cloud: LocalCloud): CloudAddress {
  const id = (type: string) => {
    const [resource] = cloud.assembly.ofType(type);
    if (!resource) throw new Error(`The assembly has no ${type}.`);
    return resource.id;
  };
  return {
    port: cloud.port,
    region: cloud.assembly.region,
    addresses: cloud.addresses,
    operator: cloud.operator,
    userPoolId: id('AWS::Cognito::UserPool'),
    userPoolClientId: id('AWS::Cognito::UserPoolClient'),
  };
}

/** What a client of any AWS API takes to call it there, with every right. */
export function asOperator({ addresses, region, operator }: CloudAddress) {
  return { endpoint: addresses.aws, region, credentials: operator };
}
