import { describe, expect, it, vi } from 'vitest';
import { type AccountId, WidgetId } from '#contract/base/ids';
import { countVisit, type Visit } from '#core/insight/visits/count-visit';
import { expectRefusal } from '#test/helpers/refusal';

const ORIGIN = {
  site: 'https://shop.example',
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
let widgets = 0;

vi.mock('#core/bots/bots', () => ({
  findWidgetBot: async () => ({
    accountId: 'account',
    botId: 'bot',
    publication: { config: { allowedDomains: ['shop.example'] } },
  }),
}));
vi.mock('#core/insight/analytics/read-days', () => ({ timeZoneOf: async () => 'Europe/Berlin' }));
vi.mock('#platform/secrets', () => ({ secret: async () => 'the secret of the stage' }));

async function sent(
  origin: Partial<typeof ORIGIN>,
  at = '2026-11-20T23:30:00Z',
  salt = 'salt',
): Promise<Visit[]> {
  const visits: Visit[] = [];
  widgets += 1;
  await countVisit(
    {
      clock: () => new Date(at),
      appOrigin: 'https://app.example',
      salt: async (_: AccountId, day: string) => `${salt} ${day}`,
      send: async (visit) => void visits.push(visit),
    },
    WidgetId.parse(`widget${String(widgets).padStart(2, '0')}`),
    { event: 'shown' },
    { ...ORIGIN, ...origin },
  );
  return visits;
}

describe('a visit', () => {
  it('goes to the day of its account, without address or agent', async () => {
    const [visit] = await sent({});
    expect(visit).toMatchObject({ day: '2026-11-21', accountId: 'account', botId: 'bot', event: 'shown' });
    expect(JSON.stringify(visit)).not.toMatch(/192\.0\.2\.1|Firefox|shop\.example/);
  });

  it('has the same visitor for the same address, agent, site and day, and another for each other', async () => {
    const visitorOf = async (...how: Parameters<typeof sent>) => (await sent(...how))[0]?.visitor;
    const first = await visitorOf({});
    expect(await visitorOf({})).toBe(first);
    for (const other of [{ address: '192.0.2.2' }, { userAgent: `${ORIGIN.userAgent}1` }])
      expect(await visitorOf(other)).not.toBe(first);
    expect(await visitorOf({}, '2026-11-22T12:00:00Z')).not.toBe(first);
  });

  it.each(['', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0'])(
    'of the program %j does not count',
    async (userAgent) => {
      expect(await sent({ userAgent })).toEqual([]);
    },
  );

  it('is refused from a site that the bot may not run on', async () => {
    await expectRefusal(sent({ site: 'https://elsewhere.example' }), 'widget.site_not_allowed');
  });
});
