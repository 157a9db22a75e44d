import type { Hosts } from './router';

/** The one port: HTTP/1.1 with upgrades, and HTTP/2 with prior knowledge, told apart by a connection's first bytes. */
export interface Port {
  readonly port: number;
  /** Takes no more connections, ends those that are open. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 and ::1. Rejects with EADDRINUSE as Node names it. `hosts` may be asked before it resolves. */
export declare function openPort(port: number, hosts: Hosts): Promise<Port>;
