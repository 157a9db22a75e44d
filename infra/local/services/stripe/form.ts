/** A parameter as Stripe's form encoding carries it: text, a list or a map. */
export type Param = string | Param[] | { [name: string]: Param };
export type Params = { [name: string]: Param };

/** Decodes `items[0][price]=x&metadata[a]=b`. Indexed keys become lists, so do keys that end in `[]`. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll(']', '').split('[');
    let at: Params = root;
    path.forEach((part, index) => {
      const name = part === '' ? String(Object.keys(at).length) : part;
      if (index === path.length - 1) at[name] = value;
      else {
        const next = at[name];
        at = typeof next === 'object' && !Array.isArray(next) ? next : newMap(at, name);
      }
    });
  }
  for (const [name, value] of Object.entries(root)) root[name] = withLists(value);
  return root;
}

function newMap(parent: Params, name: string): Params {
  const map: Params = Object.create(null);
  parent[name] = map;
  return map;
}

function withLists(value: Param): Param {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function map(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function list(params: Params, name: string): readonly Param[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

export function texts(params: Params, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map(params, name)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
