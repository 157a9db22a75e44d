import type { IncomingHttpHeaders } from 'node:http';

/** What a signature is computed over, as it arrived. */
export interface SignedRequest {
  readonly method: string;
  /** The undecoded request target, path and query. */
  readonly rawPath: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Whom a request names as its signer, and for which service: read without verifying. */
export interface Credential {
  /** An Authorization header, a presigned address, or the fields of a presigned POST form. */
  readonly kind: 'header' | 'query' | 'form';
  readonly accessKeyId: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export interface Keys {
  secretFor(accessKeyId: string): string | undefined;
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

/** A signature that doesn't hold, in the words of AWS. Each service puts code and message into its own wire format. */
export declare class SignatureError extends Error {
  /** e.g. InvalidAccessKeyId (S3), UnrecognizedClientException, SignatureDoesNotMatch, RequestTimeTooSkewed. */
  readonly code: string;
}

/** Tells services apart; undefined for an unsigned request. */
export declare function readCredential(request: SignedRequest): Credential | undefined;

/** The signer of a request, verified; undefined for an unsigned one. Throws `SignatureError`. */
export declare function verifySignature(request: SignedRequest, keys: Keys): Credential | undefined;
