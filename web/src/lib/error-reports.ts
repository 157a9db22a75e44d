import type { ReportClientError } from '#contract/site/client-errors';
import { ApiError } from './api-error';
import { release } from './build';

/** As CLIENT_ERROR_LIMITS of the contract, which a test holds them to: its file would bring zod along. */
export const REPORT_LIMITS = { name: 100, message: 1_000, stack: 6_000 } as const;

/** What fails in a loop says nothing new the hundredth time. */
const MOST_REPORTS = 10;
const PER_MINUTE = 5;

const reported = new Set<string>();
let times: readonly number[] = [];

/**
 * Tells the operator of an error that shows a fault of ours; nothing in it says whose browser it was. Each one once,
 * few in all, and never an error about the telling: where the server can't be reached, the report is lost.
 */
export function reportError(error: unknown, componentStack?: string | null): void {
  try {
    if (isExpected(error)) return;
    const report = reportOf(error, componentStack);
    const key = `${report.name} ${report.message} ${report.stack?.split('\n', 2).join(' ')}`;
    if (reported.has(key) || !isWithinRate(Date.now())) return;
    reported.add(key);
    fetch('/api/client-errors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => {});
  } catch {
    // An error that can't even be read.
  }
}

/** Nobody's fault, told in the page already, or not of our code. */
function isExpected(error: unknown): boolean {
  if (error instanceof ApiError || !navigator.onLine) return true;
  const { name, message, stack } = toError(error);
  // Another origin's script, of which browsers tell no more, and a harmless word of the browser's own.
  if (name === 'AbortError' || message === 'Script error.' || message.startsWith('ResizeObserver loop'))
    return true;
  return /\b(?:chrome|moz|safari-web)-extension:/.test(stack ?? '');
}

function isWithinRate(now: number): boolean {
  times = times.filter((time) => now - time < 60_000);
  if (times.length >= PER_MINUTE || reported.size >= MOST_REPORTS) return false;
  times = [...times, now];
  return true;
}

function reportOf(error: unknown, componentStack?: string | null): ReportClientError {
  const { name, message, stack } = toError(error);
  const whole = [stack, componentStack && `Components:${componentStack}`].filter(Boolean).join('\n');
  return {
    name: cut(name, 'name'),
    message: cut(message, 'message'),
    ...(whole && { stack: cut(whole, 'stack') }),
    release: release(),
    page: location.pathname.slice(0, 500),
    language: document.documentElement.lang === 'de' ? 'de' : 'en',
  };
}

function toError(error: unknown): Pick<Error, 'name' | 'message' | 'stack'> {
  if (error instanceof Error) return error;
  return { name: 'Error', message: typeof error === 'string' ? error : `Not an error: ${String(error)}` };
}

function cut(text: string, part: keyof typeof REPORT_LIMITS): string {
  return scrubbed(text).slice(0, REPORT_LIMITS[part]);
}

/** Without what may let somebody in or tell who it was: fragments, queries, tokens, addresses. The server looks again. */
function scrubbed(text: string): string {
  return (
    text
      .replace(/(\/[\w.~%-]*)[?#][^\s)"'<>]*/g, '$1')
      .replace(/\beyJ[\w-]+(?:\.[\w-]*)*/g, '[token]')
      // Begins where a word does: tried at every letter, a long word would take its square in time.
      .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]')
  );
}
