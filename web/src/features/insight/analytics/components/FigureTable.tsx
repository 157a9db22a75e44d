import type { ReactNode } from 'react';
import { useTexts } from '#i18n/index';
import styles from './analytics.module.css';

/** Rows of figures: the first column names, the others count. On a phone it scrolls in itself. */
export function FigureTable({
  title,
  columns,
  rows,
}: {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  const { t } = useTexts();
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="faint">{t('analytics:noRows')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <div className="scroll" tabIndex={0}>
          <table className={`fine ${styles.figures}`}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state of their own
                <tr key={number}>
                  {row.map((cell, place) =>
                    place === 0 ? (
                      <th key={columns[place]} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={columns[place]}>{cell}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
