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
 * A CloudFront Function (runtime 2.0), run as it is. Each call gets a context of its own that has the language,
 * `console` and the modules crypto, querystring and buffer, and nothing that reaches out: no network, no timers,
 * no files, no code from strings.
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

  return (event) => {
    const outcome: { value?: string; error?: string } = {};
    const context = vm.createContext(
      {
        $event: JSON.stringify(event),
        $outcome: outcome,
        console: { log: (...values: unknown[]) => log(`${name}: ${values.map(String).join(' ')}`) },
        Buffer,
        require(module: string) {
          if (Object.hasOwn(modules, module)) return modules[module];
          throw new Error(`module ${module} does not exist at the edge`);
        },
      },
      { codeGeneration: { strings: false, wasm: false }, microtaskMode: 'afterEvaluate' },
    );
    try {
      script.runInContext(context, { timeout: TIME_LIMIT });
      CALL.runInContext(context, { timeout: TIME_LIMIT });
    } catch (error) {
      throw new EdgeFunctionError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (outcome.value === undefined) {
      throw new EdgeFunctionError(`${name}: ${outcome.error ?? 'the handler never settled'}`);
    }
    return JSON.parse(outcome.value);
  };
}

/** Promises of the context settle before this script's run is over. */
const CALL = new vm.Script(`
  Promise.resolve()
    .then(() => handler(JSON.parse($event)))
    .then(
      (value) => { $outcome.value = JSON.stringify(value === undefined ? null : value); },
      (error) => { $outcome.error = String(error); },
    );
`);

function compile(name: string, code: string): vm.Script {
  try {
    return new vm.Script(code, { filename: `${name}.js` });
  } catch (error) {
    throw new Error(`CloudFront function ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
