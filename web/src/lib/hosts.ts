/** Which of the two sites this page is: the public site, the application, or a host nobody configured. */
export type HostMode = 'root' | 'app' | 'unknown';

export interface Origins {
  readonly rootOrigin: string;
  readonly appOrigin: string;
}

export function hostMode(origin: string, { rootOrigin, appOrigin }: Origins): HostMode {
  if (sameOrigin(origin, appOrigin)) return 'app';
  return sameOrigin(origin, rootOrigin) ? 'root' : 'unknown';
}

/** Address of a page of the application, from wherever the visitor is. */
export function appUrl(path: string, { appOrigin }: Origins): string {
  return addressOn(appOrigin, path);
}

/** Address of a page of the public site, from wherever the visitor is. */
export function rootUrl(path: string, { rootOrigin }: Origins): string {
  return addressOn(rootOrigin, path);
}

/** Put together, not resolved: a path that begins with `//` would name another host. */
function addressOn(origin: string, path: string): string {
  return new URL(`${new URL(origin).origin}/${path.replace(/^\//, '')}`).href;
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
