import { VERSION } from './version';

/** The path of this build's first script, whose name carries a hash of it: no two builds have the same. */
export function entryPath(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry ? new URL(entry.src).pathname : '';
}

/** Which build of the dashboard this is, for who reads a report. */
export function release(): string {
  const [, hash] = /-([\w-]{8})\.js$/.exec(entryPath()) ?? [];
  return hash ? `${VERSION}+${hash}` : VERSION;
}
