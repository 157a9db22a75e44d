import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useTexts } from '#i18n/index';
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

/** The same in a period before, for each point. */
interface Before {
  readonly name: string;
  readonly values: readonly (number | null)[];
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
  before,
  openFrom,
  hrefOf,
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
  readonly before?: Before;
  /** The point from which on nothing is over: lines are dashed there, bars pale. */
  readonly openFrom?: number | undefined;
  /** Where a point leads to: by a click on it, and by a link in the table. */
  readonly hrefOf?: (place: number) => string | undefined;
}) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const isOpen = (place: number) => openFrom !== undefined && place >= openFrom;
  const data = points.map(({ label, values }, place) => ({
    label,
    values,
    before: before?.values[place] ?? null,
    // An area ends where the dashed line begins.
    closed: isOpen(place) && kind === 'area' ? {} : values,
    open: isOpen(place + 1) || isOpen(place) ? values : {},
  }));
  const table = {
    columns: [axis, ...series.map(({ name }) => name), ...(before ? [before.name] : [])],
    rows: points.map(({ label, values }, place) => [
      isOpen(place) ? t('analytics:soFar', { label }) : label,
      ...series.map(({ key }) => written(values[key], format)),
      ...(before ? [written(before.values[place], format)] : []),
    ]),
  };
  const Chart = kind === 'area' ? AreaChart : BarChart;
  return (
    <ChartFrame title={title} table={table} hrefOf={hrefOf}>
      {(series.length > 1 || before) && <Legend series={series} before={before} />}
      <div className={`${styles.plot} ${hrefOf ? styles.leads : ''}`}>
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          <Chart
            data={data}
            margin={{ top: 6, right: 6, bottom: 0, left: 0 }}
            aria-label={title}
            // A frame later would be too late for a tap, whose click comes with its first move.
            throttledEvents={[]}
            onClick={({ activeTooltipIndex }) => {
              const href = activeTooltipIndex == null ? undefined : hrefOf?.(Number(activeTooltipIndex));
              if (href) void navigate(href);
            }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="label"
              tick={{ fill: 'var(--ink-faint)' }}
              tickLine={false}
              axisLine={false}
              // Days and hours follow one another; what each bar stands for has to be read.
              minTickGap={kind === 'bar' ? 4 : 24}
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
                active && payload?.[0] ? (
                  <Tip
                    label={label}
                    point={payload[0].payload as (typeof data)[number]}
                    series={series}
                    before={before}
                    format={format}
                  />
                ) : null
              }
            />
            {kind === 'area'
              ? areasOf(series, before, openFrom !== undefined)
              : barsOf(series, kind, data, isOpen)}
          </Chart>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}

const PALE = 'var(--line-strong)';

function written(value: number | null | undefined, format: (value: number) => string): string {
  return value == null ? '–' : format(value);
}

/** A line for each series, dashed as far as its days are not over; that of the period before is pale. */
function areasOf(series: readonly Series[], before: Before | undefined, hasOpen: boolean): ReactNode {
  return (
    <>
      {before && (
        <Area
          dataKey="before"
          name={before.name}
          type="linear"
          stroke={PALE}
          fill="none"
          strokeWidth={1.5}
          isAnimationActive={false}
        />
      )}
      {series.map(({ key, name }, place) => (
        <Area
          key={key}
          dataKey={`closed.${key}`}
          name={name}
          type="linear"
          stroke={colourOf(place)}
          fill={colourOf(place)}
          fillOpacity={0.14}
          strokeWidth={2}
          {...(place > 0 && { strokeDasharray: '6 3' })}
          isAnimationActive={false}
        />
      ))}
      {hasOpen &&
        series.map(({ key, name }, place) => (
          <Area
            key={key}
            dataKey={`open.${key}`}
            name={name}
            type="linear"
            stroke={colourOf(place)}
            fill="none"
            strokeWidth={2}
            strokeDasharray="2 4"
            isAnimationActive={false}
          />
        ))}
    </>
  );
}

/** A bar for each series at each point, beside one another or stacked. */
function barsOf(
  series: readonly Series[],
  kind: 'bar' | 'stacked',
  data: readonly { readonly label: string }[],
  isOpen: (place: number) => boolean,
): ReactNode {
  return series.map(({ key, name }, place) => (
    <Bar
      key={key}
      dataKey={`closed.${key}`}
      name={name}
      fill={colourOf(place)}
      {...(kind === 'stacked' && { stackId: 'all' })}
      radius={kind === 'stacked' ? 0 : [4, 4, 0, 0]}
      maxBarSize={48}
      isAnimationActive={false}
    >
      {data.map(({ label }, at) => (
        <Cell key={label} fillOpacity={isOpen(at) ? 0.45 : 1} />
      ))}
    </Bar>
  ));
}

function Legend({
  series,
  before,
}: {
  readonly series: readonly Series[];
  readonly before: Before | undefined;
}) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ key, name }, place) => (
        <li key={key} className="line">
          <span className={styles.dot} style={{ background: colourOf(place) }} />
          {name}
        </li>
      ))}
      {before && (
        <li className="line">
          <span className={styles.dot} style={{ background: PALE }} />
          {before.name}
        </li>
      )}
    </ul>
  );
}

/** What a point says. */
function Tip({
  label,
  point,
  series,
  before,
  format,
}: {
  readonly label: ReactNode;
  readonly point: { readonly values: Point['values']; readonly before: number | null };
  readonly series: readonly Series[];
  readonly before: Before | undefined;
  readonly format: (value: number) => string;
}) {
  return (
    <div className={`floats ${styles.tip}`}>
      <strong>{label}</strong>
      {series.map(({ key, name }, place) => (
        <p key={key} className="line">
          <span className={styles.dot} style={{ background: colourOf(place) }} />
          {name}: {written(point.values[key], format)}
        </p>
      ))}
      {before && (
        <p className="line">
          <span className={styles.dot} style={{ background: PALE }} />
          {before.name}: {written(point.before, format)}
        </p>
      )}
    </div>
  );
}
