/** What a page loads that carries our widget. */
export interface Needed {
  /** Origin of the script, and of what it calls. */
  readonly origin: string;
  /** The script tag's own, where it has one. */
  readonly nonce: string | undefined;
  /** The page's address. */
  readonly page: string;
}

/**
 * Whether a content security policy lets the widget's script load and speak to its server. Several policies, set
 * apart by commas, hold each by itself.
 */
export function policyAllows(policies: string | undefined, needed: Needed): boolean {
  if (policies === undefined) return true;
  return policies.split(',').every((policy) => {
    const directives = new Map(
      policy.split(';').map((part): [string, readonly string[]] => {
        const [name = '', ...sources] = part.trim().split(/\s+/);
        return [name.toLowerCase(), sources];
      }),
    );
    const sourcesOf = (...names: readonly string[]) =>
      names.map((name) => directives.get(name)).find((sources) => sources !== undefined);
    return (
      allowsScript(sourcesOf('script-src-elem', 'script-src', 'default-src'), needed) &&
      allowsOrigin(sourcesOf('connect-src', 'default-src'), needed)
    );
  });
}

function allowsScript(sources: readonly string[] | undefined, needed: Needed): boolean {
  if (sources === undefined) return true;
  const { nonce } = needed;
  if (nonce !== undefined && sources.includes(`'nonce-${nonce}'`)) return true;
  // Then hosts count for nothing.
  if (sources.includes("'strict-dynamic'")) return false;
  return allowsOrigin(sources, needed);
}

function allowsOrigin(sources: readonly string[] | undefined, { origin, page }: Needed): boolean {
  if (sources === undefined) return true;
  const { protocol, host, hostname } = new URL(origin);
  return sources.some((source) => {
    const plain = source.toLowerCase();
    if (plain === '*' || plain === protocol) return true;
    if (plain === "'self'") return new URL(page).origin === origin;
    const [, scheme, named = ''] = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/]+)/.exec(plain) ?? [];
    if (scheme !== undefined && scheme !== protocol) return false;
    if (named.startsWith('*.')) return hostname.endsWith(named.slice(1));
    return named === host || named === hostname;
  });
}
