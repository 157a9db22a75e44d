import type { JsonWebKey } from 'node:crypto';
import type { Resource } from '../assembly/model';
import type { Invoker } from '../runtime/ports';
import type { LocalContext, LocalService } from '../service';
import type { MailSender } from './ses/mail';

export interface CognitoOptions {
  /** Resources of type AWS::Cognito::UserPool. */
  readonly pools: readonly Resource[];
  /** Resources of type AWS::Cognito::UserPoolClient; `UserPoolId` names their pool. */
  readonly clients: readonly Resource[];
  /** Runs the pools' Lambda triggers. */
  readonly invoker: Invoker;
  readonly mail: MailSender;
}

export interface CognitoService extends LocalService {
  /** Public keys of a pool, as served at `/{poolId}/.well-known/jwks.json`, for who verifies in this process. */
  jwks(poolId: string): { readonly keys: readonly JsonWebKey[] } | undefined;
}

/**
 * User pools. Also answers browsers: `POST /` with x-amz-target AWSCognitoIdentityProviderService.*, its
 * preflight, and `GET /{poolId}/.well-known/jwks.json`. Tokens carry AWS's own issuer,
 * https://cognito-idp.{region}.amazonaws.com/{poolId}.
 */
export declare function createCognito(context: LocalContext, options: CognitoOptions): CognitoService;
