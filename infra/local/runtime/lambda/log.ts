import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Calls back with each line of an instance's output, in a form that a person reads. */
export function linesOf(stream: Readable, line: (text: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (raw) => {
    const text = readable(raw);
    if (text !== undefined) line(text);
  });
}

/** What every structured line repeats, and a person at a laptop knows. */
const BOILERPLATE = new Set([
  'level',
  'message',
  'timestamp',
  'service',
  'sampling_rate',
  'xray_trace_id',
  'cold_start',
  'function_arn',
  'function_memory_size',
  'function_name',
  'function_request_id',
]);

/** A structured log line as `LEVEL message key=value …`; undefined for metrics, which are for CloudWatch. */
export function readable(raw: string): string | undefined {
  const text = raw.trimEnd();
  if (!text.startsWith('{')) return text === '' ? undefined : text;
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
  if ('_aws' in entry) return undefined;
  if (typeof entry.message !== 'string') return text;
  const rest = Object.entries(entry)
    .filter(([key]) => !BOILERPLATE.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const level = typeof entry.level === 'string' ? entry.level : '';
  return [level, entry.message, ...rest].filter((part) => part !== '').join(' ');
}
