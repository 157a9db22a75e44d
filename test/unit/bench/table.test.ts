import { describe, expect, it } from 'vitest';
import { budgetsFor, holds, unitOf } from '#test/bench/budgets';
import { percentile } from '#test/bench/figures';
import { tableOf } from '#test/bench/table';

const rowOf = (table: string, figure: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`${figure} `))
    ?.split(/ {2,}/);

describe('the table of the benchmark', () => {
  it('has beside each figure its unit, its budget, and whether it holds', () => {
    const table = tableOf(
      {
        'retrieval.en.recall1': 84.4,
        'retrieval.en.mrr10': 90,
        'index.100k.open_ms': 200,
        'widget.br_bytes': 17_000,
      },
      budgetsFor('given'),
    );
    expect(rowOf(table, 'retrieval.en.recall1')).toEqual([
      'retrieval.en.recall1',
      '84.4',
      '%',
      '≥ 84.5',
      'MISSED',
    ]);
    expect(rowOf(table, 'retrieval.en.mrr10')?.slice(1)).toEqual(['90', '%']);
    expect(rowOf(table, 'index.100k.open_ms')?.slice(1)).toEqual(['200', 'ms', '≤ 200', 'holds']);
    expect(rowOf(table, 'widget.br_bytes')?.slice(1)).toEqual(['17,000', 'bytes', '≤ 16,384', 'MISSED']);
  });

  it('never says that a figure holds which is none', () => {
    expect(holds({ atMost: 100 }, Number.NaN)).toBe(false);
    expect(holds({ atLeast: 1 }, Number.NaN)).toBe(false);
  });

  it('judges the search by what its set of questions lets expect', () => {
    expect(budgetsFor('own')['retrieval.de.recall1']).not.toEqual(
      budgetsFor('given')['retrieval.de.recall1'],
    );
    expect(budgetsFor('own')['widget.br_bytes']).toEqual(budgetsFor('given')['widget.br_bytes']);
  });

  it.each([
    ['index.100k.open_ms', 'ms'],
    ['chat.first_delta_ms_p99', 'ms'],
    ['index.1k.memory_mb', 'MB'],
    ['start.cpu_s', 's'],
    ['index.1k.bytes_per_passage', 'bytes'],
    ['index.1k.build_passages_per_s', 'passages/s'],
    ['ingest.pdf.pages_per_s', 'pages/s'],
    ['functions.http-bots.raw_bytes', 'bytes'],
    ['abstention.de.wrongly_answered', '%'],
    ['retrieval.de.minisearch.recall5', '%'],
  ])('gives %s in %s', (name, unit) => expect(unitOf(name)).toBe(unit));
});

describe('a percentile', () => {
  it('is a value that was measured', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(percentile(values, 0.5)).toBe(101);
    expect(percentile(values, 0.99)).toBe(199);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});
