import { Layer, Rectangle, ResponsiveContainer, Sankey, Tooltip } from 'recharts';
import { ChartFrame, type ChartTable } from './ChartFrame';
import styles from './charts.module.css';

export interface Way {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** How many went from where to where. Ways that lead back are in the table only: such a chart knows one direction. */
export function WaysChart({
  title,
  ways,
  nameOf,
  table,
}: {
  readonly title: string;
  readonly ways: readonly Way[];
  readonly nameOf: (id: string) => string;
  readonly table: ChartTable;
}) {
  const forward = withoutCircles(ways);
  const ids = [...new Set(forward.flatMap(({ from, to }) => [from, to]))];
  const data = {
    nodes: ids.map((id) => ({ name: nameOf(id) })),
    links: forward.map(({ from, to, count }) => ({
      source: ids.indexOf(from),
      target: ids.indexOf(to),
      value: count,
    })),
  };
  return (
    <ChartFrame title={title} table={table}>
      {/* Its parts cannot be reached by keyboard; the table says the same. */}
      <div className={styles.unread} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          <Sankey
            data={data}
            nodePadding={28}
            nodeWidth={10}
            margin={{ top: 8, right: 96, bottom: 8, left: 8 }}
            link={{ stroke: 'var(--chart-1)', strokeOpacity: 0.28 }}
            node={({ x, y, width, height, payload }) => (
              <Layer>
                <Rectangle x={x} y={y} width={width} height={height} fill="var(--chart-1)" />
                <text x={x + width + 6} y={y + height / 2 + 4} fill="var(--ink)" fontSize="12">
                  {shortened(payload.name)}
                </text>
              </Layer>
            )}
          >
            <Tooltip isAnimationActive={false} />
          </Sankey>
        </ResponsiveContainer>
      </div>
    </ChartFrame>
  );
}

/** Takes ways as long as none leads to where it came from: the most travelled first. */
function withoutCircles(ways: readonly Way[]): readonly Way[] {
  const taken: Way[] = [];
  const reaches = (from: string, to: string): boolean =>
    from === to || taken.some((way) => way.from === from && reaches(way.to, to));
  for (const way of [...ways].sort((a, b) => b.count - a.count))
    if (!reaches(way.to, way.from)) taken.push(way);
  return taken;
}

function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
