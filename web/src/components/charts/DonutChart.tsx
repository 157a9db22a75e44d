import { Pie, PieChart, ResponsiveContainer } from 'recharts';
import { ChartFrame } from './ChartFrame';
import styles from './charts.module.css';
import { colourOf } from './colours';
import { useLeads } from './use-leads';

export interface Part {
  readonly name: string;
  readonly count: number;
}

/** Parts of a whole, each with its share beside it: the ring alone is hard to read. */
export function DonutChart({
  title,
  columns,
  parts,
  format,
  formatShare,
  hrefOf,
}: {
  readonly title: string;
  /** Of the table: what the parts are, what is counted, and its share. */
  readonly columns: readonly [string, string, string];
  readonly parts: readonly Part[];
  readonly format: (count: number) => string;
  readonly formatShare: (share: number) => string;
  readonly hrefOf?: (place: number) => string | undefined;
}) {
  const leads = useLeads(hrefOf);
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  const shareOf = (count: number) => formatShare(whole > 0 ? count / whole : 0);
  return (
    <ChartFrame
      title={title}
      hrefOf={hrefOf}
      table={{ columns, rows: parts.map(({ name, count }) => [name, format(count), shareOf(count)]) }}
    >
      <div className={`stack ${styles.shares}`} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          <PieChart accessibilityLayer={false}>
            <Pie
              data={parts.map(({ name, count }, place) => ({ name, count, fill: colourOf(place) }))}
              dataKey="count"
              nameKey="name"
              innerRadius="62%"
              outerRadius="92%"
              stroke="var(--surface)"
              strokeWidth={2}
              rootTabIndex={-1}
              isAnimationActive={false}
              {...(hrefOf && styles.leads && { className: styles.leads })}
              onClick={(_, place) => leads(place).onClick?.()}
            />
          </PieChart>
        </ResponsiveContainer>
        <ul>
          {parts.map(({ name, count }, place) => (
            <li key={name} {...leads(place)}>
              <span className={styles.dot} style={{ background: colourOf(place) }} />
              {name}
              <strong>{shareOf(count)}</strong>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  );
}
