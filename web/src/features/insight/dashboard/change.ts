export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** By how much of what was before; null where there was nothing before. */
  readonly share: number | null;
}

export function changeOf(now: number, before: number): Change {
  const direction = now > before ? 'up' : now < before ? 'down' : 'same';
  return { direction, share: before === 0 ? (now === 0 ? 0 : null) : Math.abs(now - before) / before };
}
