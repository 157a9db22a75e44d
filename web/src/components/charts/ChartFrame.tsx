import { Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import styles from './charts.module.css';

export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A chart with its name and its figures as a table: for screen readers always, for everyone on request and on paper. */
export function ChartFrame({
  title,
  table,
  hrefOf,
  children,
}: {
  readonly title: string;
  readonly table: ChartTable;
  /** Where a row leads to. */
  readonly hrefOf?: ((row: number) => string | undefined) | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <figure className={`framed round stack snug ${styles.frame}`} aria-labelledby={id}>
      <figcaption className="row apart small">
        <span id={id} className="strong">
          {title}
        </span>
        <button
          type="button"
          className={`unprinted ${styles.toggle}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Table2 size={15} aria-hidden="true" />
          {t('analytics:asTable')}
        </button>
      </figcaption>
      <div className={styles.chart} hidden={shown}>
        {children}
      </div>
      <div className={shown ? styles.table : styles.hidden}>
        <table className="fine">
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name, and none has state of its own
              <tr key={number}>
                {row.map((cell, place) =>
                  place === 0 ? (
                    <th key={table.columns[place]} scope="row">
                      <RowName name={cell} href={hrefOf?.(number)} isShown={shown} />
                    </th>
                  ) : (
                    <td key={table.columns[place]}>{cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** A link only where it is seen: what the keyboard reaches must show. */
function RowName({
  name,
  href,
  isShown,
}: {
  readonly name: string;
  readonly href: string | undefined;
  readonly isShown: boolean;
}) {
  return isShown && href ? <Link to={href}>{name}</Link> : name;
}
