import { describe, expect, it } from 'vitest';
import { healthOf } from '#core/insight/dashboard/bot-health';
import { uptimeOf } from '#core/insight/health/uptime';

const BOT = {
  status: 'active',
  publishedVersion: 1,
  documentCount: 3,
  failedDocumentCount: 0,
  hasUnpublishedChanges: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  isShown: true,
} as const;
const USE = { recentFrom: '2026-11-14', answered: 20, abstained: 2, visits: 9, hasFailed: false };

describe('the health of a bot', () => {
  it('has no reason to worry where visitors come and find answers', () => {
    expect(healthOf(BOT, USE)).toEqual([]);
  });

  it('names each reason, the gravest first', () => {
    expect(
      healthOf(
        { ...BOT, status: 'inactive', documentCount: 0, failedDocumentCount: 1, hasUnpublishedChanges: true },
        { ...USE, answered: 5, abstained: 5, visits: 0, hasFailed: true },
      ),
    ).toEqual([
      'answers_failed',
      'paused',
      'no_documents',
      'documents_failed',
      'many_unanswered',
      'not_seen',
      'unpublished_changes',
    ]);
  });

  it('does not judge by a handful of questions, nor a bot of this week by its visitors', () => {
    expect(
      healthOf(
        { ...BOT, createdAt: '2026-11-15T00:00:00.000Z' },
        { ...USE, answered: 1, abstained: 4, visits: 0 },
      ),
    ).toEqual([]);
  });
});

describe('uptime', () => {
  const day = { day: '2026-11-20', checks: 288, failedChecks: [], failedAnswers: [] };

  it('is not known where nothing was checked', () => {
    expect(uptimeOf([])).toBeNull();
  });

  it('is the share of spans without a failed check or a failed answer, each span once', () => {
    expect(uptimeOf([day])).toBe(1);
    const failedAnswers = [
      { span: 7, botId: 'a' },
      { span: 7, botId: 'b' },
      { span: 9, botId: 'a' },
    ];
    expect(uptimeOf([day, { ...day, failedChecks: [9], failedAnswers }])).toBe(1 - 2 / 576);
  });
});
