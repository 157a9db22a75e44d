const SECOND = 1_000;

export interface EventPace<EVENT> {
  (event: EVENT): void;
  /** Forgets what waits. */
  stop(): void;
}

/**
 * Hands on at most so many events a second one by one, the last of them with all that came after it in one: a bot that
 * reads a hundred documents, or a rush of visitors, is drawn ten times a second and not a thousand times.
 */
export function paceEvents<EVENT>(
  perSecond: number,
  deliver: (events: readonly EVENT[]) => void,
): EventPace<EVENT> {
  /** When the last ones were handed on, the oldest first. */
  let delivered: number[] = [];
  let waiting: EVENT[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handOn = (events: readonly EVENT[]) => {
    delivered = [...delivered.slice(1 - perSecond), Date.now()];
    deliver(events);
  };
  const pace = (event: EVENT) => {
    if (timer !== undefined) {
      waiting.push(event);
      return;
    }
    const oldest = delivered.length < perSecond ? Number.NEGATIVE_INFINITY : (delivered[0] ?? 0);
    const rest = oldest + SECOND - Date.now();
    if (rest <= 0) return handOn([event]);
    waiting.push(event);
    timer = setTimeout(() => {
      timer = undefined;
      const all = waiting;
      waiting = [];
      handOn(all);
    }, rest);
  };
  return Object.assign(pace, {
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  });
}
