import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Hosts } from './router';

/** The one port: HTTP/1.1 with upgrades, and HTTP/2 with prior knowledge, told apart by a connection's first bytes. */
export interface Port {
  readonly port: number;
  /** Takes no more connections, ends those that are open. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and ::1; 0 takes a free port. Rejects with EADDRINUSE as Node names it.
 * `hosts` may be asked before it resolves.
 */
export async function openPort(port: number, hosts: Hosts): Promise<Port> {
  for (let attempt = 1; ; attempt++) {
    const first = await listen('127.0.0.1', port, hosts);
    try {
      const second = await listen('::1', first.port, hosts);
      return { port: first.port, close: () => closeAll([first, second]) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      // A machine without IPv6 has nobody who would ask there.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return first;
      await first.close();
      // Free on one family only: any port was asked for, so another will do.
      if (port !== 0 || code !== 'EADDRINUSE' || attempt === 10) throw error;
    }
  }
}

async function closeAll(ports: readonly Port[]): Promise<void> {
  await Promise.all(ports.map((port) => port.close()));
}

function listen(address: string, port: number, hosts: Hosts): Promise<Port> {
  const http2 = createHttp2Server((request, response) => hosts.request(request, response));
  const server = createServer({ maxHeaderSize: 32 * 1024 }, (request, response) =>
    hosts.request(request, response),
  );
  // Shorter than a client keeps an idle connection, and it would now and then send into a closed one.
  server.keepAliveTimeout = 75_000;
  server.on('upgrade', (message, socket, head) => hosts.upgrade(message, socket, head));

  const sockets = new Set<Socket>();
  splitByProtocol(
    server,
    (socket) => http2.emit('connection', socket),
    (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, ipv6Only: address === '::1' }, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}

/** The first bytes of HTTP/2 with prior knowledge; no method of HTTP/1.1 begins so. */
const PREFACE = 'PRI';

function splitByProtocol(
  server: Server,
  http2: (socket: Socket) => void,
  opened: (socket: Socket) => void,
): void {
  const http1 = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    opened(socket);
    let seen = Buffer.alloc(0);
    const ignore = () => {};
    const look = (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      const beginning = seen.subarray(0, PREFACE.length).toString('latin1');
      if (beginning.length < PREFACE.length && PREFACE.startsWith(beginning)) return;
      socket.off('data', look);
      socket.off('error', ignore);
      socket.pause();
      socket.unshift(seen);
      if (beginning === PREFACE) {
        // An HTTP/2 session reads from the socket itself; flowing, it would lose what lies before.
        http2(socket);
        return;
      }
      for (const listener of http1) listener.call(server, socket);
      socket.resume();
    };
    socket.on('error', ignore);
    socket.on('data', look);
  });
}
