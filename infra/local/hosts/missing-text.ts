import type { HttpRequest } from '../http';

/**
 * What to note of a text that the dashboard misses: built for development, it posts the key to the file that should
 * have it. Undefined for every other request.
 */
export function missingText({ method, path, body }: HttpRequest): string | undefined {
  const [, language, namespace] = /^\/locales\/([\w-]+)\/([\w-]+)\.json$/.exec(path) ?? [];
  if (method !== 'POST' || !language || !namespace) return undefined;
  return `missing text (${language}): ${keysIn(body)
    .map((key) => `${namespace}:${key}`)
    .join(', ')}`;
}

function keysIn(body: Buffer): readonly string[] {
  try {
    const posted: unknown = JSON.parse(body.toString());
    return posted && typeof posted === 'object' ? Object.keys(posted) : [];
  } catch {
    return [];
  }
}
