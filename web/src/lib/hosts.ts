/** Which of the two sites this page is: the public site, the application, or a host nobody configured. */
export type HostMode = 'root' | 'app' | 'unknown';

export interface Origins {
  readonly rootOrigin: string;
  readonly appOrigin: string;
}

export function hostMode(origin: string, { rootOrigin, appOrigin }: Origins): HostMode {
  // One host may serve as both (a stage with a single domain): then it is the application.
  if (sameOrigin(origin, appOrigin)) return 'app';
  return sameOrigin(origin, rootOrigin) ? 'root' : 'unknown';
}

/** Address of a page of the application, from wherever the visitor is. */
export function appUrl(path: string, { appOrigin }: Origins): string {
  return new URL(path, appOrigin).href;
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
