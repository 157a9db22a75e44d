import { Line, LineChart, ResponsiveContainer, YAxis } from 'recharts';
import styles from './charts.module.css';

/** How a figure went, beside the figure itself: a line without axes, which says nothing that is not written elsewhere. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  return (
    <div className={styles.sparkline} aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%" minWidth={0}>
        <LineChart
          data={values.map((value) => ({ value }))}
          margin={{ top: 2, right: 2, bottom: 2, left: 2 }}
          accessibilityLayer={false}
        >
          {/* From nought: what hardly changes looks as it hardly changes. */}
          <YAxis hide domain={[0, 'dataMax']} />
          <Line
            dataKey="value"
            type="monotone"
            stroke="var(--chart-1)"
            strokeWidth={1.5}
            dot={false}
            connectNulls
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
