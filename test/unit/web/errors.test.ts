import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorCode } from '#contract/base/error-body';
import { CLIENT_ERROR_LIMITS, ReportClientError } from '#contract/site/client-errors';
import { ApiError } from '#lib/api-error';
import { ERROR_KINDS, errorKind } from '#lib/error-kind';
import { memoryStorage } from './memory-storage';

describe('the kind of an error', () => {
  it.each([
    ['Failed to fetch dynamically imported module: https://x/assets/a.js', 'module'],
    ['error loading dynamically imported module: https://x/assets/a.js', 'module'],
    ['Importing a module script failed.', 'module'],
    ['Unable to preload CSS for /assets/a.css', 'module'],
    ['Failed to fetch', 'connection'],
    ['NetworkError when attempting to reach the server', 'connection'],
    ['Connection timeout', 'connection'],
    ['The request timed out', 'connection'],
    ['Cannot read properties of undefined', 'other'],
  ])('by its words: %s', (message, kind) => {
    expect(errorKind(new TypeError(message), true)).toBe(kind);
  });

  it('is that the network is gone, where the browser says so', () => {
    expect(errorKind(new TypeError('Failed to fetch'), false)).toBe('offline');
    expect(errorKind(new Error('Importing a module script failed.'), false)).toBe('offline');
    expect(errorKind(new ApiError('network.failed'), false)).toBe('offline');
    expect(errorKind(new Error('x is not a function'), false)).toBe('other');
  });

  it.each([
    ['bot.not_found', 'notFound'],
    ['document.not_found', 'notFound'],
    ['network.failed', 'connection'],
    ['auth.required', 'unauthorized'],
    ['auth.expired', 'unauthorized'],
    ['auth.forbidden', 'forbidden'],
    ['request.invalid', 'validation'],
    ['server.failed', 'server'],
    ['server.unavailable', 'unavailable'],
    ['request.rate_limited', 'unavailable'],
  ] as const)('by the code of the API: %s', (code, kind) => {
    expect(errorKind(new ApiError(code), true)).toBe(kind);
  });

  it('is there for every code and whatever is thrown', () => {
    for (const code of ErrorCode.options) expect(ERROR_KINDS).toContain(errorKind(new ApiError(code), true));
    expect(errorKind({ status: 404 }, true)).toBe('notFound');
    expect(errorKind({ status: 422 }, true)).toBe('validation');
    expect(errorKind({ status: 500 }, true)).toBe('server');
    expect(errorKind({ status: 503 }, true)).toBe('unavailable');
    for (const thrown of [undefined, null, 'text', 7, {}]) expect(errorKind(thrown, true)).toBe('other');
  });
});

describe('a report', () => {
  const sent: { readonly url: string; readonly body: ReportClientError }[] = [];
  let reports: typeof import('#lib/error-reports');
  let answer: () => Promise<Response>;

  beforeEach(async () => {
    vi.resetModules();
    vi.useFakeTimers({ now: 0 });
    sent.length = 0;
    answer = async () => new Response(null, { status: 202 });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('location', { pathname: '/bots/abc' });
    vi.stubGlobal('document', { documentElement: { lang: 'de' }, querySelector: () => null });
    vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
      sent.push({ url, body: JSON.parse(body) });
      return answer();
    });
    reports = await import('#lib/error-reports');
    return () => vi.useRealTimers();
  });

  it('is what the contract takes, cut to its limits', () => {
    const { name, message, stack } = CLIENT_ERROR_LIMITS;
    expect(reports.REPORT_LIMITS).toEqual({ name, message, stack });
    const error = Object.assign(new Error('m'.repeat(9_999)), {
      name: 'N'.repeat(999),
      stack: 's'.repeat(99_999),
    });
    reports.reportError(error, '\n  at Page');
    expect(sent[0]?.url).toBe('/api/client-errors');
    expect(ReportClientError.safeParse(sent[0]?.body).success).toBe(true);
    expect(sent[0]?.body).toMatchObject({ page: '/bots/abc', language: 'de' });
  });

  it('holds no query, fragment, token or address', () => {
    const error = new Error(
      'at https://x.example/auth/confirm?a=1#username=u&code=42 for jo@example.net with eyJhbGciOi.eyJzdWIi.c2ln',
    );
    reports.reportError(error);
    expect(sent[0]?.body.message).toBe('at https://x.example/auth/confirm for [e-mail] with [token]');
    expect(JSON.stringify(sent[0]?.body)).not.toMatch(/code=42|jo@example|eyJ/);
  });

  it('keeps where in the code it was, in each browser’s way', () => {
    const error = Object.assign(new Error('x'), {
      stack: 'load@https://x.example/assets/a-12345678.js:1:20\n',
    });
    reports.reportError(error);
    expect(sent[0]?.body.stack).toContain('load@https://x.example/assets/a-12345678.js:1:20');
  });

  it('is sent once for the same error, five a minute and ten in all', () => {
    const error = new Error('the same');
    reports.reportError(error);
    reports.reportError(error);
    expect(sent).toHaveLength(1);
    for (let index = 0; index < 20; index++) reports.reportError(new Error(`no ${index}`));
    expect(sent).toHaveLength(5);
    vi.setSystemTime(61_000);
    for (let index = 20; index < 40; index++) reports.reportError(new Error(`no ${index}`));
    expect(sent).toHaveLength(10);
    vi.setSystemTime(600_000);
    reports.reportError(new Error('one more'));
    expect(sent).toHaveLength(10);
  });

  it('is none of what is expected, or not of our code', async () => {
    // Of this test's own modules: the class is told by its identity.
    const { ApiError: Expected } = await import('#lib/api-error');
    reports.reportError(new Expected('server.failed'));
    reports.reportError(new DOMException('gone elsewhere', 'AbortError'));
    reports.reportError('Script error.');
    reports.reportError('ResizeObserver loop completed with undelivered notifications.');
    reports.reportError(Object.assign(new Error('x'), { stack: 'at f (chrome-extension://abc/x.js:1:1)' }));
    vi.stubGlobal('navigator', { onLine: false });
    reports.reportError(new Error('offline'));
    expect(sent).toEqual([]);
  });

  it('is lost without a word where the server cannot be reached', async () => {
    const failures = vi.fn();
    process.on('unhandledRejection', failures);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    reports.reportError(new Error('x'));
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', failures);
    expect(failures).not.toHaveBeenCalled();
    vi.stubGlobal('fetch', () => {
      throw new Error('blocked');
    });
    expect(() => reports.reportError(new Error('y'))).not.toThrow();
  });

  it('is one for what fails in passing and for what nobody waits for, also where it cannot be sent', async () => {
    const heard = new Map<string, (event: object) => void>();
    vi.stubGlobal('window', {
      addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
    });
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const { watchErrors } = await import('#lib/watch-errors');
    watchErrors();
    const error = new Error('thrown three times');
    for (let time = 0; time < 3; time++) heard.get('error')?.({ error, message: error.message });
    heard.get('unhandledrejection')?.({ reason: new Error('nobody waits for this') });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => body.message)).toEqual(['thrown three times', 'nobody waits for this']);
  });

  it('is made of whatever is thrown', () => {
    reports.reportError('only words');
    reports.reportError(undefined);
    reports.reportError({
      toString: () => {
        throw new Error('no words');
      },
    });
    expect(sent.map(({ body }) => body.message)).toEqual(['only words', 'Not an error: undefined']);
  });
});

describe('a page that is loaded again by itself', () => {
  it('is so once in a minute, and never where nobody could know of the last time', async () => {
    const { reloadOnce } = await import('#lib/reload-once');
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('sessionStorage', memoryStorage());
    expect(reloadOnce(100_000)).toBe(true);
    expect(reloadOnce(130_000)).toBe(false);
    expect(reloadOnce(161_000)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    expect(reloadOnce(900_000)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
