import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { BodyTooLarge, ClientGone, type Incoming, type Outgoing, readRequest } from '../http';
import type { AwsAnswer, AwsCall, LocalService, Principal, RequiredAction } from '../service';
import type { Credentials } from './credentials';
import type { Permissions } from './iam';
import type { Meter } from './meter';
import { type Credential, readCredential, SignatureError, verifySignature } from './sigv4';

export interface GatewayOptions {
  readonly services: readonly LocalService[];
  readonly credentials: Credentials;
  readonly permissions: Permissions;
  /** Milliseconds since the epoch, by which signatures are new enough. */
  readonly now?: () => number;
  /** Is told of each call that was signed. */
  readonly meter?: Meter | undefined;
  log(line: string): void;
}

/** Largest body: a part of an upload, and then some. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

/** Services that strangers call too; what an anonymous caller may do there, the service itself decides. */
const PUBLIC_SERVICES: ReadonlySet<string> = new Set(['cognito-idp', 's3']);

const ANONYMOUS: Principal = { kind: 'anonymous', arn: '' };

/** Every AWS API behind one address: finds the service, who calls, and whether the caller's role permits it. */
export function createAwsGateway(
  options: GatewayOptions,
): (incoming: Incoming, outgoing: Outgoing) => Promise<void> {
  const services = new Map(options.services.map((service) => [service.name, service]));
  const { credentials, now } = options;
  const keys = { secretFor: credentials.secretFor, ...(now && { now }) };

  return async (incoming, outgoing) => {
    let name = 's3';
    let answer: AwsAnswer;
    try {
      const { body } = await readRequest(incoming, MAX_BODY_BYTES);
      const request = {
        method: incoming.method ?? 'GET',
        rawPath: incoming.url ?? '/',
        headers: incoming.headers,
        body,
      };
      const credential = readCredential(request);
      name = serviceOf(request, credential);
      const service = services.get(name);
      if (!service) throw new Denied('UnknownService', 404, `the service ${name} does not run locally`);

      const principal = whoCalls(verifySignature(request, keys), options.credentials);
      if (principal.kind === 'anonymous' && !PUBLIC_SERVICES.has(name)) {
        throw new Denied('MissingAuthenticationToken', 403, 'Request is missing Authentication Token');
      }
      const call: AwsCall = {
        ...request,
        url: new URL(request.rawPath, `http://${hostOf(incoming)}`),
        principal,
      };
      if (call.method !== 'OPTIONS') authorise(service, call, options);
      answer = await service.handle(call);
      options.meter?.({ kind: 'call', by: principal.arn, service: name, operation: operationOf(call) });
    } catch (error) {
      if (error instanceof ClientGone) return void outgoing.destroy();
      answer = refusal(name, error, options.log);
      if (incoming.headers.origin) {
        // Or the browser would hide why it was refused; a refusal tells nothing that is not the caller's.
        answer = { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } };
      }
    }
    // A client whose clock differs signs by this one from then on, as the SDKs do.
    if (now) outgoing.setHeader('date', new Date(now()).toUTCString());
    await send(outgoing, answer, incoming.method === 'HEAD', options.log);
  };
}

class Denied extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const TARGETS: readonly (readonly [prefix: string, service: string])[] = [
  ['AWSCognitoIdentityProviderService.', 'cognito-idp'],
  ['DynamoDB', 'dynamodb'],
  ['AmazonSQS.', 'sqs'],
  ['secretsmanager.', 'secretsmanager'],
  ['Textract.', 'textract'],
];

/** The service that a call is for: as its signature says, else by the marks of what may come unsigned. */
function serviceOf(
  request: Pick<AwsCall, 'method' | 'rawPath' | 'headers'>,
  credential?: Credential,
): string {
  if (credential) return credential.service;
  const target = request.headers['x-amz-target'];
  if (typeof target === 'string') {
    const found = TARGETS.find(([prefix]) => target.startsWith(prefix));
    if (found) return found[1];
  }
  const path = request.rawPath.split('?')[0] ?? '/';
  // Browsers sign in at the root, and ask beforehand whether they may; buckets are addressed by a path.
  if (path === '/' && request.method !== 'GET') return 'cognito-idp';
  if (/^\/[^/]+\/\.well-known\//.test(path)) return 'cognito-idp';
  return 's3';
}

function whoCalls(verified: Credential | undefined, credentials: Credentials): Principal {
  return (verified && credentials.principalFor(verified.accessKeyId)) ?? ANONYMOUS;
}

/** As the call names it; calls of REST APIs by their method. */
function operationOf({ headers, method }: AwsCall): string {
  const target = headers['x-amz-target'];
  return typeof target === 'string' ? target.slice(target.lastIndexOf('.') + 1) : method;
}

function hostOf(incoming: Incoming): string {
  const authority = incoming.headers[':authority'] ?? incoming.headers.host;
  return typeof authority === 'string' ? authority : '127.0.0.1';
}

function authorise(service: LocalService, call: AwsCall, { permissions, log }: GatewayOptions): void {
  const { principal } = call;
  if (principal.kind === 'operator') return;
  for (const required of service.requiredActions(call)) {
    if (principal.kind === 'role' && permissions.allows(principal.arn, required, required.context)) continue;
    const message = notAuthorised(principal, required);
    log(message);
    throw new Denied('AccessDeniedException', 403, message);
  }
}

function notAuthorised(principal: Principal, { action, resource }: RequiredAction): string {
  const who =
    principal.kind === 'anonymous'
      ? 'anonymous'
      : `${principal.arn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/local`;
  return `User: ${who} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
}

/** Protocols that put the error's type into a JSON body and answer 400 whatever it is. */
const JSON_PROTOCOLS: ReadonlySet<string> = new Set(['dynamodb', 'sqs', 'cognito-idp', 'secretsmanager']);

/** A refusal as the service itself would have worded it, so that the client makes its usual error of it. */
function refusal(service: string, error: unknown, log: (line: string) => void): AwsAnswer {
  const { code, status, message } = described(error, log);
  if (service === 's3') {
    return {
      status,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${escapeXml(s3Code(code))}</Code><Message>${escapeXml(message)}</Message></Error>`,
    };
  }
  const isJson = JSON_PROTOCOLS.has(service);
  const type = denialType(service, code);
  return {
    status: isJson && status < 500 ? 400 : status,
    headers: {
      'content-type': isJson ? 'application/x-amz-json-1.0' : 'application/json',
      'x-amzn-errortype': type,
      ...(service === 'sqs' && { 'x-amzn-query-error': `${type};Sender` }),
    },
    body: JSON.stringify({ __type: type, message, Message: message }),
  };
}

function described(
  error: unknown,
  log: (line: string) => void,
): { readonly code: string; readonly status: number; readonly message: string } {
  if (error instanceof Denied) return error;
  if (error instanceof SignatureError)
    return { code: error.code, status: error.status, message: error.message };
  if (error instanceof BodyTooLarge) return { code: 'EntityTooLarge', status: 413, message: error.message };
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return { code: 'InternalError', status: 500, message: 'We encountered an internal error.' };
}

function s3Code(code: string): string {
  return code === 'AccessDeniedException' || code === 'MissingAuthenticationToken' ? 'AccessDenied' : code;
}

function denialType(service: string, code: string): string {
  if (code !== 'AccessDeniedException') return code;
  if (service === 'execute-api') return 'ForbiddenException';
  return service === 'sqs' ? 'AccessDenied' : code;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function send(
  outgoing: Outgoing,
  answer: AwsAnswer,
  headOnly: boolean,
  log: (line: string) => void,
): Promise<void> {
  outgoing.statusCode = answer.status;
  outgoing.setHeader('x-amzn-requestid', randomUUID());
  for (const [name, value] of Object.entries(answer.headers ?? {})) outgoing.setHeader(name, value);
  const { body } = answer;
  if (headOnly || body === undefined) {
    outgoing.end();
    return;
  }
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (!outgoing.hasHeader('content-length')) outgoing.setHeader('content-length', bytes.length);
    outgoing.end(bytes);
    return;
  }
  try {
    for await (const chunk of body) {
      if (outgoing.destroyed) return;
      await write(outgoing, chunk);
    }
    outgoing.end();
  } catch (error) {
    // Headers are gone: only a broken connection says that the answer is not whole.
    log(error instanceof Error ? error.message : String(error));
    outgoing.destroy();
  }
}

/** Resolves when more may be written, or nobody reads any more. */
function write(writable: Writable, chunk: Uint8Array): Promise<void> {
  if (writable.write(chunk)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      writable.off('drain', done).off('close', done);
      resolve();
    };
    writable.once('drain', done).once('close', done);
  });
}
