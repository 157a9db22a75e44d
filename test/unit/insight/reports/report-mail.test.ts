import { expect, test } from 'vitest';
import { composeMail } from '#core/base/mail/compose';
import type { Report, ReportPart } from '#core/insight/reports/report';
import { reportMail } from '#core/insight/reports/report-mail';

const trend: ReportPart = {
  type: 'chart',
  key: 'per_day',
  title: 'Gespräche pro Tag',
  shape: 'lines',
  kind: 'integer',
  categoryKind: 'day',
  categories: ['2026-10-24', '2026-10-25', '2026-10-26'],
  series: [
    { key: 'conversations', label: 'Gespräche', values: [2, 12, 5] },
    { key: 'messages', label: 'Nachrichten', values: [6, null, 1_031] },
  ],
};

function mailOf(parts: readonly ReportPart[]) {
  const report: Report = {
    title: 'Woche',
    description: '',
    subject: 'Radhaus',
    period: '24.10.2026 – 26.10.2026',
    createdAt: new Date('2026-10-27T08:00:00Z'),
    language: 'de',
    timeZone: 'Europe/Berlin',
    parts,
  };
  const draft = reportMail({
    to: 'board@example.com',
    company: 'Radhaus',
    report,
    isMember: true,
    dashboardUrl: 'https://app.example/analytics/reports',
    subscription: {
      fileUrl: 'https://example/file',
      unsubscribePage: 'https://example/leave',
      unsubscribeUrl: 'https://example/leave',
    },
    attachment: { fileName: 'Woche.pdf', contentType: 'application/pdf', content: new Uint8Array(3) },
  });
  return composeMail('report', draft);
}

test('the daily trend is in a report’s mail as a picture, and in words for readers without pictures', () => {
  const { html, text, attachments = [] } = mailOf([trend]);
  const [file, picture] = attachments;
  expect(file?.fileName).toBe('Woche.pdf');
  expect(Buffer.from(picture?.content ?? []).subarray(0, 8)).toEqual(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  );
  expect(html).toContain(`src="cid:${picture?.contentId}"`);
  expect(html).toContain('24.10.2026');
  for (const words of [
    'Gespräche: Höchstwert 12 am 25.10.2026',
    'Nachrichten: Höchstwert 1.031 am 26.10.2026',
  ]) {
    expect(html).toContain(words);
    expect(text).toContain(words);
  }
});

test('a mail has no picture of a trend without a value, and none of a single day', () => {
  const series = trend.type === 'chart' ? trend.series : [];
  const empty = { ...trend, series: series.map((each) => ({ ...each, values: [0, null, 0] })) } as ReportPart;
  const single = {
    ...trend,
    categories: ['2026-10-24'],
    series: series.map((each) => ({ ...each, values: [4] })),
  } as ReportPart;
  for (const part of [empty, single]) {
    const { html, attachments } = mailOf([part]);
    expect(html).not.toContain('<img');
    expect(attachments).toHaveLength(1);
  }
});
