import { type Hosts, isForAws } from './router';

/**
 * Takes the port before the services behind it are made, since they must know its number. While all stops it lets
 * functions through, which need the AWS APIs to end, and nobody else: what is begun then would not be finished.
 */
export class Entrance implements Hosts {
  #hosts: Hosts | undefined;
  #isClosed = false;

  open(hosts: Hosts): void {
    this.#hosts = hosts;
  }

  close(): void {
    this.#isClosed = true;
  }

  request: Hosts['request'] = (incoming, outgoing) => {
    if (this.#hosts && !(this.#isClosed && !isForAws(incoming)))
      return this.#hosts.request(incoming, outgoing);
    outgoing.statusCode = 503;
    outgoing.setHeader('retry-after', '1');
    outgoing.end(`Parley is ${this.#isClosed ? 'stopping' : 'starting'}.\n`);
  };

  upgrade: Hosts['upgrade'] = (message, socket, head) => {
    if (this.#hosts && !this.#isClosed) return this.#hosts.upgrade(message, socket, head);
    socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  };
}
