import { gunzipSync } from 'node:zlib';
import { CRAWLER, type FetchProblem, FetchProblem as Problems } from '#contract/knowledge/sites';
import { decodeWindows1252 } from '#core/reading/code-pages';
import { decodeText } from '#core/reading/decode';
import { type Guard, type GuardedAnswer, GuardedFetchError, guardedFetch } from '#platform/guarded-fetch';

/** An answer with a status below 400, from the origin that was asked. */
export interface Fetched {
  readonly status: number;
  /** What answered, after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly text: string;
  readonly headers: GuardedAnswer['headers'];
}

/** Why an address gave nothing. `detail`: the status, or where it led to. */
export interface FetchFailure {
  readonly problem: FetchProblem;
  readonly detail: string | null;
}

export interface FetchOptions {
  readonly accept: string;
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is too large is of use as far as it was read. */
  readonly takesBeginning?: boolean;
}

const MILLISECONDS = 10_000;
const REDIRECTS = 5;

/** Whom a website sees. */
const USER_AGENT = `Mozilla/5.0 (compatible; ${CRAWLER}/1.0)`;

/**
 * Fetches what a website shows everyone. It must come from the website itself, whatever it redirects to: what
 * another one says is not its owner's to give.
 */
export async function fetchFromSite(
  guard: Guard,
  address: string,
  { accept, maxBytes, headers, takesBeginning = false }: FetchOptions,
): Promise<Fetched | FetchFailure> {
  let answer: GuardedAnswer;
  try {
    answer = await guardedFetch(guard, address, {
      method: 'GET',
      headers: { 'user-agent': USER_AGENT, accept, 'accept-encoding': 'gzip, br', ...headers },
      milliseconds: MILLISECONDS,
      maxBytes,
      redirects: REDIRECTS,
    });
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return { problem: Problems.safeParse(error.reason).data ?? 'address_refused', detail: null };
  }
  if (new URL(answer.url).origin !== new URL(address).origin)
    return { problem: 'redirected_elsewhere', detail: answer.url.slice(0, 500) };
  if (answer.status >= 400) return { problem: 'status', detail: String(answer.status) };
  if (!answer.isWhole && !(takesBeginning && answer.bytes.length > 0))
    return { problem: 'too_large', detail: null };
  const contentType = answer.headers['content-type'] ?? '';
  const bytes =
    answer.bytes[0] === 0x1f && answer.bytes[1] === 0x8b ? unzipped(answer.bytes, maxBytes) : answer.bytes;
  if (bytes === null) return { problem: 'too_large', detail: null };
  return {
    status: answer.status,
    url: answer.url,
    contentType,
    text: textOf(bytes, contentType),
    headers: answer.headers,
  };
}

export function isFailure(answer: Fetched | FetchFailure): answer is FetchFailure {
  return 'problem' in answer;
}

/** Sitemaps are often files that are compressed themselves. */
function unzipped(bytes: Buffer, maxBytes: number): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes * 4 });
  } catch {
    return null;
  }
}

/** By the header, else by what the page says at its beginning, else by its bytes. */
function textOf(bytes: Buffer, contentType: string): string {
  const beginning = bytes.subarray(0, 2_048).toString('latin1');
  const [, named] =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType) ??
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(beginning) ??
    [];
  const label = named?.toLowerCase() ?? '';
  // Browsers read both as Windows-1252.
  if (/^(iso-?8859-1|latin-?1|windows-1252|us-ascii)$/.test(label)) return decodeWindows1252(bytes);
  if (label !== '' && !/^utf-?8$/.test(label)) {
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // A name that nobody knows.
    }
  }
  return decodeText(bytes) ?? bytes.toString('utf8');
}
