/**
 * What an instance's process runs: it loads an unmodified function bundle and hands it one event at a time, as the
 * Lambda runtime does. Bundled by itself (see instance.ts): nothing of the local cloud reaches the function.
 */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { FunctionError } from '../ports';
import { loadBundle } from './load-bundle';
import type { InstanceData, InstanceMessage, InvokeMessage } from './messages';

type Handler = (event: unknown, context: unknown, callback: Callback) => unknown;
type Loaded = { readonly handler: Handler; readonly keepCode: () => void };
type Callback = (error?: unknown, result?: unknown) => void;

const data = JSON.parse(process.argv[1] ?? '') as InstanceData;
const MachineDate = Date;
let clockOffset = 0;

function say(message: InstanceMessage, said?: () => void): void {
  process.send?.(message, undefined, undefined, said);
}

async function main(): Promise<void> {
  // What a list of processes shows.
  process.title = data.functionName;
  // Whoever would take an answer is gone.
  process.on('disconnect', () => process.exit());
  process.on('uncaughtException', (error) =>
    say({ type: 'crashed', error: describe(error) }, () => process.exit(1)),
  );
  redirect(data.redirectedHosts, data.endpoint);
  moveClock(data.clockOffset);
  let loaded: Loaded;
  try {
    loaded = await load();
  } catch (error) {
    say({ type: 'initFailed', error: describe(error) });
    return;
  }
  process.on('message', (message: InvokeMessage) => void answer(loaded, message));
  say({ type: 'ready' });
}

async function load(): Promise<Loaded> {
  const { exports, keepCode } = await loadBundle(data.module, data.codeFolder);
  const handler = exports[data.handler];
  if (typeof handler !== 'function') {
    throw Object.assign(new Error(`${data.handler} is undefined or not exported`), {
      name: 'Runtime.HandlerNotFound',
    });
  }
  return { handler: handler as Handler, keepCode };
}

async function answer(
  { handler, keepCode }: Loaded,
  { requestId, event, timeoutMs, ...time }: InvokeMessage,
): Promise<void> {
  moveClock(time.clockOffset);
  // By a clock that nobody sets, as the timer that ends this process goes by.
  const deadline = performance.now() + timeoutMs;
  process.env._X_AMZN_TRACE_ID = `Root=1-${requestId.slice(0, 8)}-${requestId.replaceAll('-', '').slice(8, 32)};Sampled=0`;
  const context = {
    awsRequestId: requestId,
    functionName: data.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memoryMb),
    logGroupName: `/aws/lambda/${data.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(deadline - performance.now())),
  };
  try {
    const result = await new Promise((resolve, reject) => {
      const returned = handler(JSON.parse(event), context, (error, value) =>
        error ? reject(error) : resolve(value),
      );
      if (returned instanceof Promise) returned.then(resolve, reject);
    });
    say({ type: 'returned', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    say({ type: 'threw', requestId, error: describe(error) });
  }
  // Only now is most of it compiled, by having run; and nobody waits any more.
  keepCode();
}

/** Gives the function the time of the local cloud, which a test may have moved. Timers go on by the machine's. */
function moveClock(offset: number): void {
  clockOffset = offset;
  if (offset === 0 || globalThis.Date !== MachineDate) return;
  const now = () => MachineDate.now() + clockOffset;
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/**
 * aws-jwt-verify looks up a pool's keys at the host that issued the token, over https, and can't be told another
 * address. Exactly these hosts are led to the local gateway.
 */
function redirect(hosts: readonly string[], endpoint: string): void {
  const local = (target: string | URL): URL | undefined => {
    const url = new URL(target);
    return url.protocol === 'https:' && hosts.includes(url.hostname)
      ? new URL(url.pathname + url.search, endpoint)
      : undefined;
  };

  const request = https.request;
  const redirected = (...given: unknown[]): http.ClientRequest => {
    const [first, ...rest] = given;
    const isAddress = typeof first === 'string' || first instanceof URL;
    const options = (isAddress ? {} : first) as https.RequestOptions;
    const target = isAddress
      ? local(first)
      : local(`https://${options.hostname ?? options.host ?? 'localhost'}${options.path ?? '/'}`);
    if (!target) return Reflect.apply(request, https, given) as http.ClientRequest;
    const passed = rest.map((argument) =>
      typeof argument === 'object' && argument !== null ? { ...argument, agent: undefined } : argument,
    );
    const own = isAddress ? passed : [{ method: options.method, headers: options.headers }, ...passed];
    return Reflect.apply(http.request, http, [target, ...own]) as http.ClientRequest;
  };
  https.request = redirected as typeof https.request;
  https.get = ((...given: unknown[]) => {
    const sent = redirected(...given);
    sent.end();
    return sent;
  }) as typeof https.get;
  syncBuiltinESMExports();

  const fetched = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const target = local(input instanceof Request ? input.url : input);
    if (!target) return fetched(input, init);
    return input instanceof Request ? fetched(new Request(target, input), init) : fetched(target, init);
  };
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n'),
  };
}

void main();
