import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';

/** A part of what a function did, in milliseconds since 1970. */
export interface TracedStep {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Tells X-Ray of the steps of this call, if AWS has chosen to trace it: one call a second of a function, and one in
 * twenty of the others. `annotations` are what a trace is found by. It is told as the segments of X-Ray's daemon are,
 * without its SDK, which would be read at each start; where there is no daemon nothing is said.
 */
export function traceSteps(
  steps: readonly TracedStep[],
  annotations: Readonly<Record<string, string>>,
): void {
  const { AWS_XRAY_DAEMON_ADDRESS: daemon, _X_AMZN_TRACE_ID: header = '' } = process.env;
  const { Root, Parent, Sampled } = Object.fromEntries(header.split(';').map((part) => part.split('=')));
  const [, host, port] = /^(.+):(\d+)$/.exec(daemon ?? '') ?? [];
  if (!host || Sampled !== '1' || !Root || !Parent) return;
  const socket = createSocket('udp4');
  // Nobody waits for it, and nothing fails for it.
  socket.unref();
  socket.on('error', () => socket.close());
  let left = steps.length;
  for (const { name, from, to } of steps) {
    const segment = {
      type: 'subsegment',
      id: randomBytes(8).toString('hex'),
      trace_id: Root,
      parent_id: Parent,
      name,
      start_time: from / 1_000,
      end_time: to / 1_000,
      annotations,
    };
    socket.send(`{"format":"json","version":1}\n${JSON.stringify(segment)}`, Number(port), host, () => {
      left -= 1;
      if (left === 0) socket.close();
    });
  }
}
