import type { Conversation } from './conversation';
import type { Entry } from './entry';
import * as strings from './strings';

/** What stands above the input about the connection; empty where there is nothing to say. */
export function statusText({ connection, entries, problem }: Conversation): string {
  if (problem === 'request.rate_limited') return strings.tooMany;
  if (problem === 'widget.site_not_allowed') return strings.notAllowed;
  const has = (status: Entry['status']) => entries.some((entry) => entry.status === status);
  // An answer that broke off in the middle looks whole: say that more is to come.
  const offline = has('sending') ? strings.offline : has('writing') ? strings.offlineAnswer : '';
  if (connection === 'offline') return offline;
  return connection === 'connecting' && offline ? strings.connecting : '';
}
