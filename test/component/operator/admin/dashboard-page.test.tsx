import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PlatformDashboard, Reconciliation } from '#contract/operator/admin';
import { DashboardPage } from '#features/operator/admin/components/DashboardPage.tsx';
import { renderPart } from '../../harness/render';

const NONE = { users: 0, accounts: 0, bots: 0, documents: 0, conversations: 0, messages: 0 };
const DASHBOARD: PlatformDashboard = {
  totals: NONE,
  days: [],
  before: NONE,
  revenue: { monthly: [{ currency: 'eur', cents: 0, accounts: 0 }], isPartial: false },
  health: {
    reconciliation: null,
    checks: null,
    models: { isOn: true, spentUsd: 0 },
    queues: [],
    recentErrors: 0,
  },
  activity: [],
};

async function show(reconciliation: Reconciliation | null, language: 'en' | 'de' = 'en') {
  const health = { ...DASHBOARD.health, reconciliation };
  await renderPart(<DashboardPage />, {
    texts: ['admin'],
    language,
    server: { getPlatformDashboard: { ...DASHBOARD, health } },
  });
  return (await screen.findByText(language === 'en' ? /^Daily comparison/ : /^Täglicher Abgleich/)).closest(
    'li',
  );
}

const RUN: Reconciliation = {
  startedAt: '2026-03-02T03:00:00.000Z',
  endedAt: '2026-03-02T03:04:00.000Z',
  accounts: 1_234,
  failed: 0,
  found: {},
};

describe('the daily comparison of all accounts', () => {
  it('says that there was none yet', async () => {
    expect(await show(null)).toHaveTextContent('None yet');
  });

  it('says that there was nothing to mend', async () => {
    const row = await show(RUN);
    expect(row).toHaveTextContent('1,234 accounts');
    expect(row).toHaveTextContent('Nothing to mend');
  });

  it('says what it mended, what it could not, and of how many accounts it knows nothing', async () => {
    const row = await show({ ...RUN, failed: 2, found: { botsErased: 1, filesMissing: 3 } }, 'de');
    expect(row).toHaveTextContent(
      '1 überfälliger Bot gelöscht, 3 Dateien fehlen und 2 Konten nicht abgeglichen',
    );
  });

  it('says how far it is', async () => {
    expect(await show({ ...RUN, endedAt: null })).toHaveTextContent('1,234 accounts so far');
  });
});
