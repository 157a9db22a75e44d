import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import { readWebAcl } from '../../runtime/web-acl';
import type { AwsCall } from '../../service';
import { CognitoError } from './error';

const Association = z.object({ ResourceArn: z.string(), WebACLArn: z.string() });

export interface FirewallResources {
  /** Resources of type AWS::WAFv2::WebACL. */
  readonly acls: readonly Resource[];
  /** Resources of type AWS::WAFv2::WebACLAssociation. */
  readonly associations: readonly Resource[];
}

/** Refuses what the web ACL of a user pool blocks, as AWS does: before the pool looks at the call. */
export type Firewall = (poolArn: string, call: AwsCall) => void;

export function createFirewall({ acls, associations }: FirewallResources): Firewall {
  const ofPools = new Map<string, ReturnType<typeof readWebAcl>>();
  for (const { logicalId, properties } of associations) {
    const { ResourceArn, WebACLArn } = Association.parse(properties);
    if (!ResourceArn.includes(':userpool/')) continue;
    const acl = acls.find(({ attributes }) => attributes.Arn === WebACLArn);
    if (!acl) throw new Error(`${logicalId} names a web ACL that is not there: ${WebACLArn}`);
    ofPools.set(ResourceArn, readWebAcl(acl));
  }
  return (poolArn, call) => {
    const headers = Object.fromEntries(
      Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const seen = { method: 'POST', headers, path: '/', query: '', body: '', bodyBytes: 0 };
    if (ofPools.get(poolArn)?.(seen))
      throw new CognitoError('ForbiddenException', 'Request not allowed due to WAF block.');
  };
}
