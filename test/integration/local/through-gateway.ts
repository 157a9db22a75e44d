import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AccessKey, openCredentials } from '#infra/local/runtime/credentials';
import { createAwsGateway } from '#infra/local/runtime/gateway';
import type { LocalContext, LocalService } from '#infra/local/service';

export const REGION = 'eu-central-1';
export const ACCOUNT = '000000000000';

export interface Served<S> {
  readonly service: S;
  readonly endpoint: string;
  readonly credentials: AccessKey;
  /** What a real client of the service needs to reach it. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: AccessKey;
    readonly maxAttempts: number;
  };
  readonly logged: readonly string[];
  stop(): Promise<void>;
}

/** A service behind the real gateway: signatures are verified, and the caller is the operator. */
export async function serveThroughGateway<S extends LocalService>(
  directory: string,
  create: (context: LocalContext) => S,
): Promise<Served<S>> {
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const credentials = openCredentials(directory, ACCOUNT, []);
  const { server, endpoint } = await listen();
  const service = create({
    directory,
    region: REGION,
    accountId: ACCOUNT,
    endpoint,
    secretFor: credentials.secretFor,
    log,
  });
  await service.start();
  const gateway = createAwsGateway({
    services: [service],
    credentials,
    permissions: { allows: () => false },
    log,
  });
  server.on('request', (incoming, outgoing) => void gateway(incoming, outgoing));
  return {
    service,
    endpoint,
    credentials: credentials.operator,
    client: { endpoint, region: REGION, credentials: credentials.operator, maxAttempts: 1 },
    logged,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.stop();
    },
  };
}

async function listen(): Promise<{ server: Server; endpoint: string }> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { server, endpoint: `http://127.0.0.1:${port}` };
}

/** What a call was refused with. */
export async function thrownBy<E extends Error = Error>(call: Promise<unknown>): Promise<E> {
  const outcome = await call.then(
    () => null,
    (error: E) => error,
  );
  if (outcome === null) throw new Error('nothing was thrown');
  return outcome;
}
