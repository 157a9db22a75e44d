import type { JsonWebKey } from 'node:crypto';
import type { Resource } from '../assembly/model';
import type { HttpRequest, HttpResponse } from '../http';
import type { Invoker } from '../runtime/ports';
import type { LocalContext } from '../service';

export interface HttpApiOptions {
  /** Resources of the assembly; those of type AWS::ApiGatewayV2::* that belong to HTTP APIs are used. */
  readonly resources: readonly Resource[];
  readonly invoker: Invoker;
  /** Keys that verify the tokens of an issuer (https://cognito-idp.{region}.amazonaws.com/{poolId}). */
  jwksFor(issuer: string): { readonly keys: readonly JsonWebKey[] } | undefined;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
  /** How long an integration may take, in milliseconds; AWS's and the default is 30,000. */
  readonly integrationTimeout?: number;
}

export interface HttpApis {
  /** Ids of the APIs that are served. */
  readonly ids: ReadonlySet<string>;
  /** Answers what was sent to `{apiId}.execute-api.{region}.amazonaws.com`. */
  handle(apiId: string, request: HttpRequest): Promise<HttpResponse>;
}

/** API Gateway's HTTP APIs. They carry no AWS API of their own, so they are reached by host, not by signature. */
export declare function createHttpApis(context: LocalContext, options: HttpApiOptions): HttpApis;
