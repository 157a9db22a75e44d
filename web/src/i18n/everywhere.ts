import type { Namespace } from './keys';

/** What every page needs; the build puts it into one file a language, `start.json`. A page's own namespaces load with its code. */
export const EVERYWHERE = [
  'common',
  'loading',
  'errors',
  'errorPages',
] as const satisfies readonly Namespace[];
/** The name of that file. */
export const START = 'start';
