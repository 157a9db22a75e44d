import { ParleyError } from '#platform/errors';

/**
 * Throws `widget.site_not_allowed` unless the widget may run on the site: on its own pages and, with no domain
 * listed, anywhere. `example.com` allows that host, `*.example.com` those below it; either may name a port.
 */
export function assertSiteAllowed(
  allowedDomains: readonly string[],
  site: string | null,
  appOrigin: string,
): void {
  if (!isSiteAllowed(allowedDomains, site, appOrigin)) throw new ParleyError('widget.site_not_allowed');
}

export function isSiteAllowed(
  allowedDomains: readonly string[],
  site: string | null,
  appOrigin: string,
): boolean {
  if (allowedDomains.length === 0 || site === appOrigin) return true;
  const url = site !== null && URL.canParse(site) ? new URL(site) : null;
  return url !== null && allowedDomains.some((domain) => covers(domain, url));
}

function covers(domain: string, { host, hostname }: URL): boolean {
  const named = domain
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');
  const visited = named.includes(':') ? host : hostname;
  return named.startsWith('*.') ? visited.endsWith(named.slice(1)) : visited === named;
}
