import styles from './Totals.module.css';

const [WIDTH, HEIGHT] = [120, 32];

/** The course of a figure. What it says stands beside it in numbers. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, place) => {
    const x = (place / Math.max(1, values.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - (value / most) * (HEIGHT - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
