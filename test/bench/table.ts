import { type Budget, holds, unitOf } from './budgets';
import type { Figures } from './figures';

const HEADER = ['figure', 'value', 'unit', 'budget', ''] as const;

/** A row a figure: its unit, its budget and whether it holds; an empty line between subjects. */
export function tableOf(figures: Figures, budgets: Readonly<Record<string, Budget>>): string {
  const rows = Object.entries(figures).map(([name, value]) => {
    const budget = budgets[name];
    return [
      name,
      shown(value),
      unitOf(name),
      budget ? limitOf(budget) : '',
      budget ? (holds(budget, value) ? 'holds' : 'MISSED') : '',
    ];
  });
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const lines = [line(HEADER), line(widths.map((width, column) => '─'.repeat(column < 4 ? width : 6)))];
  for (const [index, row] of rows.entries()) {
    const subject = subjectOf(row[0]);
    if (index > 0 && subject !== subjectOf(rows[index - 1]?.[0])) lines.push('');
    lines.push(line(row));
  }
  return `${lines.join('\n')}\n`;
}

function subjectOf(name = ''): string {
  return name.slice(0, name.indexOf('.'));
}

function limitOf({ atLeast, atMost }: Budget): string {
  return atLeast === undefined ? `≤ ${shown(atMost ?? Number.NaN)}` : `≥ ${shown(atLeast)}`;
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });
}
