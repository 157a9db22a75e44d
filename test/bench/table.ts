import type { Figures } from './figures';

/** Prints figures as one table, a row a subject (`retrieval.en`), its figures beside each other. */
export function printTable(figures: Figures): void {
  const rows = new Map<string, [string, number][]>();
  for (const [name, value] of Object.entries(figures)) {
    const dot = name.lastIndexOf('.');
    const subject = name.slice(0, dot);
    rows.set(subject, [...(rows.get(subject) ?? []), [name.slice(dot + 1), value]]);
  }
  const width = Math.max(...Array.from(rows.keys(), (subject) => subject.length));
  for (const [subject, cells] of rows) {
    const text = cells.map(
      ([name, value]) => `${name} ${value.toLocaleString('en', { maximumFractionDigits: 3 })}`,
    );
    process.stdout.write(`${subject.padEnd(width)}  ${text.join('  ')}\n`);
  }
}
