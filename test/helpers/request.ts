import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  text(): string;
  json(): unknown;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: Uint8Array | string | object;
  /** An address of this machine to call from, 127.0.0.2 and on, where who calls is counted by it. */
  readonly from?: string;
}

/** Calls an address under *.localhost, a name that browsers know to be this machine and Node does not everywhere. */
export function request(address: string, options: RequestOptions = {}): Promise<Answer> {
  const url = new URL(address);
  const { body } = options;
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const headers = {
    // As every browser does: the firewall refuses who does not.
    'user-agent': 'parley-test',
    ...(!raw && { 'content-type': 'application/json' }),
    ...options.headers,
    host: url.host,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method: options.method ?? 'GET',
        headers,
        ...(options.from && { localAddress: options.from }),
        // Tests stop clouds: a connection that is kept would hold one open.
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = Buffer.concat(chunks);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: received,
            text: () => received.toString(),
            json: () => JSON.parse(received.toString()) as unknown,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(raw ? body : JSON.stringify(body));
  });
}
