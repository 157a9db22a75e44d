import * as z from 'zod';
import { type HttpRequest, type HttpResponse, header, textResponse } from '../http';

/** What the local cloud runs by: services, functions, schedules. */
export interface TestClock {
  now(): number;
  /** Resolves when all that came due thereby has been sent. */
  moveTo(time: number): Promise<void>;
}

/** Beside the AWS APIs, at 127.0.0.1. */
export const CLOCK_PATH = '/_local/clock';

const Move = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({
    advanceSeconds: z
      .number()
      .min(0)
      .max(10 * 366 * 86_400),
  }),
]);

/**
 * `GET` tells the time that the local cloud runs by; `PUT` with `{"now": "2027-03-28T01:00:00Z"}` or
 * `{"advanceSeconds": 3600}` moves it, and answers when what came due has been sent. No page of a browser can: a PUT
 * of JSON asks for leave first, and gets none here.
 */
export async function clockPage(clock: TestClock, request: HttpRequest): Promise<HttpResponse> {
  if (request.method === 'PUT') {
    const isJson = header(request.headers, 'content-type')?.startsWith('application/json');
    const move = Move.safeParse(isJson ? json(request.body) : undefined);
    if (!move.success)
      return answer(400, { message: 'Send {"now": "…Z"} or {"advanceSeconds": …} as application/json.' });
    const { data } = move;
    await clock.moveTo('now' in data ? Date.parse(data.now) : clock.now() + data.advanceSeconds * 1000);
  } else if (request.method !== 'GET') return answer(405, { message: 'GET or PUT' });
  return answer(200, { now: new Date(clock.now()).toISOString() });
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function answer(status: number, body: object): HttpResponse {
  return textResponse(status, JSON.stringify(body), [['content-type', 'application/json']]);
}
