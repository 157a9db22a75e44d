import styles from './Sparkline.module.css';

const [WIDTH, HEIGHT] = [120, 32];

/**
 * How a figure went, beside the figure itself: a line from nought without axes, which says nothing that is not written
 * elsewhere. `isOpen`: the last part is not over, and drawn as such.
 */
export function Sparkline({
  values,
  isOpen = false,
}: {
  readonly values: readonly (number | null)[];
  readonly isOpen?: boolean;
}) {
  const most = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const points = values.flatMap((value, place) => {
    if (value === null) return [];
    const x = (place / Math.max(1, values.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - (value / most) * (HEIGHT - 2);
    return [`${x.toFixed(1)},${y.toFixed(1)}`];
  });
  const endsOpen = isOpen && values.at(-1) != null;
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={(endsOpen ? points.slice(0, -1) : points).join(' ')} />
      {endsOpen && <polyline points={points.slice(-2).join(' ')} data-open="true" />}
    </svg>
  );
}
