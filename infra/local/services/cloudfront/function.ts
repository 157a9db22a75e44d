import { createHash, createHmac } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import vm from 'node:vm';

/** Code longer than this is refused by CloudFront. */
const MAX_CODE = 10_240;

/** CloudFront stops a function after about a millisecond of computing; this only has to stop an endless one. */
const TIME_LIMIT = 1_000;

/** The function threw, ran too long, or never settled. */
export class EdgeFunctionError extends Error {}

/** Returns what the handler answers to an event; JSON in, JSON out. */
export type EdgeFunction = (event: unknown) => unknown;

/**
 * A CloudFront Function (runtime 2.0), run as it is. It has the language, `console` and the modules crypto, querystring
 * and buffer, and nothing that reaches out: no network, no timers, no files, no code from strings. Each call evaluates
 * the code anew, as the body of a function, and its globals go after it: no call leaves anything for the next.
 * A context for each call would cost more than all the rest of a request does.
 */
export function edgeFunction(name: string, code: string, log: (line: string) => void): EdgeFunction {
  if (Buffer.byteLength(code) > MAX_CODE) {
    throw new Error(`CloudFront function ${name} has more than ${MAX_CODE} bytes`);
  }
  const script = compile(name, code);
  const modules: Readonly<Record<string, unknown>> = {
    crypto: { createHash, createHmac },
    querystring: { parse, stringify },
    buffer: { Buffer },
  };
  const call: { event?: string; value?: string | undefined; error?: string | undefined } = {};
  const globals: Readonly<Record<string, unknown>> = {
    $call: call,
    console: { log: (...values: unknown[]) => log(`${name}: ${values.map(String).join(' ')}`) },
    Buffer,
    require(module: string) {
      if (Object.hasOwn(modules, module)) return modules[module];
      throw new Error(`module ${module} does not exist at the edge`);
    },
  };
  const context = vm.createContext(
    { ...globals },
    { codeGeneration: { strings: false, wasm: false }, microtaskMode: 'afterEvaluate' },
  );

  return (event) => {
    call.event = JSON.stringify(event);
    call.value = call.error = undefined;
    TIDY.runInContext(context);
    Object.assign(context, globals);
    try {
      // Promises of the context settle before the run is over.
      script.runInContext(context, { timeout: TIME_LIMIT });
    } catch (error) {
      throw new EdgeFunctionError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (call.value === undefined) {
      throw new EdgeFunctionError(`${name}: ${call.error ?? 'the handler never settled'}`);
    }
    return JSON.parse(call.value);
  };
}

/** From within: deleted from outside, a global is still seen inside. */
const TIDY = new vm.Script(`for (const name of Object.keys(globalThis)) delete globalThis[name]`);

const BEFORE = '((call) => Promise.resolve().then(() => { ';
/** On a line of its own: the code may end in a comment. */
const AFTER = `
  return handler(JSON.parse(call.event));
}).then(
  (value) => { call.value = JSON.stringify(value === undefined ? null : value); },
  (error) => { call.error = String(error); },
))($call)`;

function compile(name: string, code: string): vm.Script {
  const filename = `${name}.js`;
  try {
    // By itself first: what closes the function around it is a mistake there, too.
    new vm.Script(code, { filename });
    return new vm.Script(BEFORE + code + AFTER, { filename, columnOffset: -BEFORE.length });
  } catch (error) {
    throw new Error(`CloudFront function ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
