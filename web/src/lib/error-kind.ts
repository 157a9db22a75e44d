import { ApiError, type ApiErrorCode } from './api-error';

/** What a failure is to the person it happens to, each with its own words and its own way on. */
export const ERROR_KINDS = [
  'module',
  'connection',
  'offline',
  'notFound',
  'unauthorized',
  'forbidden',
  'validation',
  'server',
  'unavailable',
  'other',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Tells kinds apart: errors of the API by their code, the router's by their status, all others by their words. */
export function errorKind(error: unknown, isOnline: boolean = navigator.onLine): ErrorKind {
  if (error instanceof ApiError) return kindOfCode(error.code, isOnline);
  const { status } = (error ?? {}) as { readonly status?: unknown };
  if (typeof status === 'number') return kindOfStatus(status);
  const message = error instanceof Error ? error.message : String(error);
  if (isModuleFailure(message)) return isOnline ? 'module' : 'offline';
  if (/fetch|time(?:d[ -])?-?out|network/i.test(message)) return isOnline ? 'connection' : 'offline';
  return 'other';
}

/** How browsers and the bundler say that a part of the application could not be loaded. */
function isModuleFailure(message: string): boolean {
  return /dynamically imported module|importing a module script|module script failed|unable to preload/i.test(
    message,
  );
}

function kindOfCode(code: ApiErrorCode, isOnline: boolean): ErrorKind {
  if (code.endsWith('not_found')) return 'notFound';
  switch (code) {
    case 'network.failed':
      return isOnline ? 'connection' : 'offline';
    case 'auth.required':
    case 'auth.expired':
    case 'auth.session_ended':
      return 'unauthorized';
    case 'auth.forbidden':
    case 'account.banned':
      return 'forbidden';
    case 'request.invalid':
      return 'validation';
    case 'request.rate_limited':
    case 'server.unavailable':
    case 'knowledge.outdated':
      return 'unavailable';
    case 'server.failed':
      return 'server';
    default:
      return 'other';
  }
}

function kindOfStatus(status: number): ErrorKind {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'notFound';
    case 400:
    case 422:
      return 'validation';
    case 429:
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    default:
      return status >= 500 ? 'server' : 'other';
  }
}
