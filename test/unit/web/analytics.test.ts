import { expect, it } from 'vitest';
import { AnalyticsLayout, WIDGET_KINDS, WIDGET_SHOWS } from '#contract/insight/analytics-layout';
import { exportedOf } from '../../../web/src/features/insight/analytics/exported';
import { readView } from '../../../web/src/features/insight/analytics/view';

it('exports of one’s own dashboard the views that its widgets are taken from, each once', () => {
  const widgets = [
    { shows: 'costUsd' },
    { shows: 'pages' },
    { shows: 'engaged' },
    { shows: 'ratings' },
  ] as const;
  expect(exportedOf('custom', widgets)).toEqual(['cost', 'conversations', 'satisfaction']);
  expect(exportedOf('custom', [])).toEqual([]);
  for (const kind of WIDGET_KINDS)
    for (const shows of WIDGET_SHOWS[kind]) expect(exportedOf('custom', [{ shows }])).toHaveLength(1);
});

it('takes days of the address that are no range for none', () => {
  const view = readView(new URLSearchParams('range=custom&from=2030-02-01&to=2030-01-01'));
  expect(view).toMatchObject({ range: 'custom', from: '', to: '' });
});

it('takes no widget that shows what its kind does not, and no id twice', () => {
  const widget = { id: 'a', kind: 'metric_card', size: 'small', shows: 'messages' };
  const isTaken = (...widgets: object[]) => AnalyticsLayout.safeParse({ version: 0, widgets }).success;
  expect(isTaken(widget, { ...widget, id: 'b' })).toBe(true);
  expect(isTaken(widget, widget)).toBe(false);
  for (const shows of ['nonsense', '__proto__', 'constructor', 'pages'])
    expect(isTaken({ ...widget, shows })).toBe(false);
});
