import { ChartFrame } from './ChartFrame';
import styles from './charts.module.css';
import { useLeads } from './use-leads';

export interface Stage {
  readonly name: string;
  readonly count: number;
  /** Share that was lost since the stage before; null where there is none before. */
  readonly dropOff: number | null;
}

/** Stages of a way, each drawn to the widest. */
export function FunnelChart({
  title,
  columns,
  stages,
  format,
  formatShare,
  hrefOf,
}: {
  readonly title: string;
  /** Of the table: the stage, its count, and what was lost. */
  readonly columns: readonly [string, string, string];
  readonly stages: readonly Stage[];
  readonly format: (count: number) => string;
  readonly formatShare: (share: number) => string;
  readonly hrefOf?: (place: number) => string | undefined;
}) {
  const leads = useLeads(hrefOf);
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const lost = ({ dropOff }: Stage) => (dropOff === null ? '–' : formatShare(dropOff));
  return (
    <ChartFrame
      title={title}
      hrefOf={hrefOf}
      table={{ columns, rows: stages.map((stage) => [stage.name, format(stage.count), lost(stage)]) }}
    >
      <ol className={styles.funnel} aria-hidden="true">
        {stages.map((stage, place) => (
          <li key={stage.name} {...leads(place)}>
            <span className="long">
              {stage.name} {stage.dropOff !== null && <small>−{lost(stage)}</small>}
            </span>
            <span
              className={styles.bar}
              style={{ inlineSize: stage.count === 0 ? 0 : `${Math.max(0.5, (stage.count / most) * 100)}%` }}
            />
            <strong>{format(stage.count)}</strong>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
