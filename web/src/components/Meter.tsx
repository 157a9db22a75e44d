import styles from './Meter.module.css';

/** How much of a limit is used: its colour says how near that is. */
export function Meter({
  labelledBy,
  text,
  used,
  limit,
  level,
}: {
  readonly labelledBy: string;
  /** The same in words. */
  readonly text: string;
  readonly used: number;
  readonly limit: number;
  /** Per cent at which a warning begins; 0 where there is none. */
  readonly level: number;
}) {
  return (
    <meter
      className={styles.meter}
      data-level={level}
      aria-labelledby={labelledBy}
      aria-valuetext={text}
      min={0}
      max={limit}
      value={Math.min(used, limit)}
    />
  );
}
