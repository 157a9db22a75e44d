import { createContext, useContext, useEffect, useRef } from 'react';
import type { ServerEvent } from '#contract/socket';
import type { LiveStatus } from './live';

export interface Live {
  readonly status: LiveStatus;
  readonly subscribe: (listener: (event: ServerEvent) => void) => () => void;
}

export const LiveContext = createContext<Live>({ status: 'down', subscribe: () => () => {} });

/** Whether changes arrive by themselves; while they don't, a page asks for them. */
export function useLiveStatus(): LiveStatus {
  return useContext(LiveContext).status;
}

/** Hears what the server says of the account while the component is shown. */
export function useLiveEvents(listener: (event: ServerEvent) => void): void {
  const { subscribe } = useContext(LiveContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => subscribe((event) => latest.current(event)), [subscribe]);
}
