import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { ChartFrame } from './ChartFrame';
import styles from './charts.module.css';
import { colourOf } from './colours';

export interface Series {
  readonly key: string;
  readonly name: string;
}

/** A point of a chart: its name on the axis and a figure for each series; null where there is none. */
export interface Point {
  readonly label: string;
  readonly values: Readonly<Record<string, number | null>>;
}

type Scale = 'count' | 'share' | 'stars' | 'amount';
const MOST: Readonly<Record<Scale, number | 'auto'>> = { count: 'auto', share: 1, stars: 5, amount: 'auto' };

/** Lines over time, or bars of what is counted by kind. The arrow keys go from point to point. */
export function SeriesChart({
  title,
  kind,
  axis,
  points,
  series,
  format,
  scale = 'count',
}: {
  readonly title: string;
  readonly kind: 'area' | 'bar' | 'stacked';
  /** What the points are, for the table. */
  readonly axis: string;
  readonly points: readonly Point[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** Counts have whole numbers on their axis, shares end at one, stars at five. */
  readonly scale?: Scale;
}) {
  const data = points.map(({ label, values }) => ({ label, ...values }));
  const table = {
    columns: [axis, ...series.map(({ name }) => name)],
    rows: points.map(({ label, values }) => [
      label,
      ...series.map(({ key }) => {
        const value = values[key];
        return value == null ? '–' : format(value);
      }),
    ]),
  };
  const Chart = kind === 'area' ? AreaChart : BarChart;
  return (
    <ChartFrame title={title} table={table}>
      {series.length > 1 && (
        <ul className={styles.legend} aria-hidden="true">
          {series.map(({ key, name }, place) => (
            <li key={key}>
              <span className={styles.dot} style={{ background: colourOf(place) }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.plot}>
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          <Chart data={data} margin={{ top: 6, right: 6, bottom: 0, left: 0 }} aria-label={title}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="label"
              tick={{ fill: 'var(--ink-faint)' }}
              tickLine={false}
              axisLine={false}
              minTickGap={24}
            />
            <YAxis
              width="auto"
              tick={{ fill: 'var(--ink-faint)' }}
              tickLine={false}
              axisLine={false}
              tickFormatter={format}
              allowDecimals={scale !== 'count'}
              domain={[0, MOST[scale]]}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--sunken)', stroke: 'var(--line-strong)' }}
              content={({ active, label, payload }) =>
                active && payload && payload.length > 0 ? (
                  <div className={styles.tip}>
                    <strong>{label}</strong>
                    {series.map(({ key, name }, place) => {
                      const value = payload.find(({ dataKey }) => dataKey === key)?.value;
                      return (
                        <p key={key}>
                          <span className={styles.dot} style={{ background: colourOf(place) }} />
                          {name}: {typeof value === 'number' ? format(value) : '–'}
                        </p>
                      );
                    })}
                  </div>
                ) : null
              }
            />
            {series.map(({ key, name }, place) =>
              kind === 'area' ? (
                <Area
                  key={key}
                  dataKey={key}
                  name={name}
                  type="monotone"
                  stroke={colourOf(place)}
                  fill={colourOf(place)}
                  fillOpacity={0.14}
                  strokeWidth={2}
                  {...(place > 0 && { strokeDasharray: '6 3' })}
                  isAnimationActive={false}
                />
              ) : (
                <Bar
                  key={key}
                  dataKey={key}
                  name={name}
                  fill={colourOf(place)}
                  {...(kind === 'stacked' && { stackId: 'all' })}
                  radius={kind === 'stacked' ? 0 : [4, 4, 0, 0]}
                  maxBarSize={48}
                  isAnimationActive={false}
                />
              ),
            )}
          </Chart>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}
