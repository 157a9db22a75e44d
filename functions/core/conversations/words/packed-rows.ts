import { gunzipSync, gzipSync } from 'node:zlib';

/** Conversations and their words. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>;

export function packRows(rows: Rows): Uint8Array {
  return gzipSync(JSON.stringify([...rows].map(([conversationId, words]) => [conversationId, ...words])));
}

export function unpackRows(packed: Uint8Array): Rows {
  const rows = JSON.parse(gunzipSync(packed).toString()) as readonly (readonly [string, ...string[]])[];
  return new Map(rows.map(([conversationId, ...words]) => [conversationId, new Set(words)]));
}

/** All of both. */
export function joinedRows(one: Rows, other: Rows): Rows {
  const joined = new Map(one);
  for (const [conversationId, words] of other)
    joined.set(conversationId, new Set([...(joined.get(conversationId) ?? []), ...words]));
  return joined;
}
