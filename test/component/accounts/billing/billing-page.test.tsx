import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import type { Billing, InvoiceList, Payment, PlanChange } from '#contract/accounts/billing';
import type { PlanPreview } from '#contract/accounts/usage';
import { UserId } from '#contract/base/ids';
import { pageTitle, renderPage, type Scene } from '../../harness/render';
import { type Answers, never, refuse } from '../../harness/server';

/** Wherever the machine is that runs this. */
vi.mock('#lib/currency', () => ({ currencyHere: (language: string) => (language === 'de' ? 'eur' : 'usd') }));

const AT = '2026-03-02T09:00:00.000Z';
const PRICES: Billing['prices'] = (['usd', 'eur'] as const).flatMap((currency) =>
  (['month', 'year'] as const).flatMap((interval) =>
    (['starter', 'professional', 'enterprise'] as const).map((plan, place) => ({
      id: `price_${plan}_${interval}_${currency}`,
      plan,
      interval,
      currency,
      amount: ([2_900, 9_900, 29_900][place] ?? 0) * (interval === 'year' ? 9.6 : 1),
    })),
  ),
);
const TRIAL: Billing = {
  plan: 'starter',
  standing: { state: 'trial', plan: 'starter', at: '2026-03-16T09:00:00.000Z', discount: null },
  periodEnd: '2026-03-16T09:00:00.000Z',
  subscription: null,
  pendingChange: null,
  currency: null,
  prices: PRICES,
  trialDaysLeft: 14,
  earlyAdopter: false,
};
const SUBSCRIBED: Billing = {
  ...TRIAL,
  standing: { state: 'active', plan: 'starter', at: '2026-04-02T09:00:00.000Z', discount: null },
  periodEnd: '2026-04-02T09:00:00.000Z',
  trialDaysLeft: 0,
  subscription: {
    id: 'sub_1',
    user_id: UserId.parse('user-1'),
    plan_id: 'starter',
    stripe_subscription_id: 'sub_1',
    status: 'active',
    current_period_start: AT,
    current_period_end: '2026-04-02T09:00:00.000Z',
    created_at: AT,
    updated_at: AT,
    interval: 'month',
    currency: 'usd',
    ends_at: null,
    trial_end: null,
    grace_until: null,
  },
};
const STATES = { past_due: 'past_due', unpaid: 'paused', trialing: 'starting', active: 'active' } as const;
const withStatus = (
  status: keyof typeof STATES,
  more: Partial<NonNullable<Billing['subscription']>> = {},
): Billing => ({
  ...SUBSCRIBED,
  standing: { ...SUBSCRIBED.standing, state: STATES[status] },
  subscription: SUBSCRIBED.subscription && { ...SUBSCRIBED.subscription, status, ...more },
});
const ENDING: Billing = {
  ...withStatus('active', { ends_at: SUBSCRIBED.periodEnd }),
  standing: { ...SUBSCRIBED.standing, state: 'ending' },
};
const OPEN_INVOICE: InvoiceList = {
  invoices: [
    {
      id: 'in_1',
      number: 'A-1',
      at: AT,
      status: 'open',
      currency: 'usd',
      total: 2_900,
      paid: 0,
      refunded: 0,
      lines: [],
      url: 'https://stripe.example/in_1',
      pdf: null,
    },
  ],
};
const FREE_CHANGE: PlanChange = {
  currency: 'usd',
  total: 0,
  credit: 0,
  renewsAt: '2026-04-02T09:00:00.000Z',
  lines: [],
};
const NO_INVOICES = { invoices: [] };
const NO_PAYMENT: Payment = { next: null, method: null, credit: null, details: null };
function openBilling(
  getBilling: NonNullable<Answers['getBilling']>,
  server: Answers = {},
  { path = '/billing', ...scene }: Omit<Scene, 'server'> & { readonly path?: string } = {},
) {
  return renderPage(path, {
    ...scene,
    server: { getBilling, getBillingHistory: NO_INVOICES, getPayment: NO_PAYMENT, ...server },
  });
}
const NONE = { used: 0, limit: 1 };
const PAUSES: z.input<typeof PlanPreview> = {
  plan: 'professional',
  bots: {
    ...NONE,
    stay: [],
    pause: [
      { id: 'b1', name: 'Helper' },
      { id: 'b2', name: 'Night desk' },
    ],
    resume: [],
  },
  teamMembers: { ...NONE, stay: [], pause: [], resume: [] },
  allBots: NONE,
  documents: NONE,
  conversations: NONE,
};

describe('billing', () => {
  it('shows a trial what the plans cost, in dollars or euros', async () => {
    await openBilling(TRIAL);
    await pageTitle('Billing');
    expect(await screen.findByText(/Trial of Starter until/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Subscribe to Professional' })).toBeEnabled();
    expect(screen.getByText('$99')).toBeInTheDocument();
    expect(await screen.findByText('No invoices yet')).toBeInTheDocument();
  });

  it('shows what each plan allows as administrators have set it', async () => {
    await openBilling(TRIAL, {
      getPublicStatus: {
        maintenance: null,
        signUpOpen: true,
        limits: { starter: { bots: 4, conversations: -1 }, professional: { documents: 1 } },
      },
    });
    const plan = async (name: string) =>
      within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);
    expect(await (await plan('Starter')).findByText('4 active bots')).toBeInTheDocument();
    expect((await plan('Starter')).getByText('Any number of conversations')).toBeInTheDocument();
    expect((await plan('Professional')).getByText('1 document')).toBeInTheDocument();
    expect((await plan('Enterprise')).getByText('Any number of people')).toBeInTheDocument();
  });

  it('says of what there is more than a smaller plan includes', async () => {
    const { user } = await openBilling(SUBSCRIBED, {
      previewPlanChange: FREE_CHANGE,
      previewPlan: {
        ...PAUSES,
        bots: { ...NONE, stay: [], pause: [], resume: [] },
        documents: { used: 40, limit: 10 },
        conversations: { used: 3_000, limit: 1_000 },
        allBots: { used: 30, limit: 20 },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change to Professional' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to Professional?' }));
    expect(await dialog.findByText(/40 documents and this plan includes 10/)).toBeInTheDocument();
    expect(dialog.getByText(/3,000 conversations this month/)).toBeInTheDocument();
    expect(dialog.getByText(/30 bots and drafts and this plan includes 20/)).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: /choose what stays/ })).toBeInTheDocument();
  });

  it('speaks German in euros, and by the year', async () => {
    const { user } = await openBilling(
      TRIAL,
      {},
      { path: '/billing?plan=professional&interval=year', language: 'de' },
    );
    expect(await screen.findByText(/79,20/)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Monatlich' }));
    expect(screen.getByText(/^99/)).toBeInTheDocument();
  });

  it('lets only the owner change it', async () => {
    await openBilling(SUBSCRIBED, {}, { role: 'admin' });
    expect(await screen.findByText("Only the account's owner can change the plan.")).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Subscribe|Change to|Cancel/ })).not.toBeInTheDocument();
  });

  it('says what a change costs before it is made, and cancels after a question', async () => {
    const { user, server } = await openBilling(SUBSCRIBED, {
      previewPlanChange: {
        currency: 'usd',
        total: 4_210,
        credit: 0,
        renewsAt: '2026-04-02T09:00:00.000Z',
        lines: [
          { description: 'Unused time', amount: -1_740 },
          { description: 'Remaining time', amount: 5_950 },
        ],
      },
      previewPlan: PAUSES,
      changePlan: { ...SUBSCRIBED, plan: 'professional' },
      cancelSubscription: ENDING,
    });
    await user.click(await screen.findByRole('button', { name: 'Change to Professional' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change to Professional?' });
    expect(await within(dialog).findByText('You pay $42.10 now.')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Professional costs $99 a month.');
    expect(dialog).toHaveTextContent('Credit for unused time of Starter-$17.40');
    expect(dialog).toHaveTextContent(/Professional until 2 Apr 2026\$59.50/);
    expect(dialog).toHaveTextContent('The plan renews on 2 Apr 2026.');
    expect(
      await within(dialog).findByText(/unpublished until there is room for them: Helper, Night desk/),
    ).toBeInTheDocument();
    expect(within(dialog).getByRole('link', { name: /choose what stays/ })).toHaveAttribute(
      'href',
      '/usage?plan=professional',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Change plan' }));
    expect(await screen.findByText('Your plan is Professional now.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const asked = await screen.findByRole('dialog', { name: 'Cancel your subscription?' });
    await user.click(within(asked).getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByRole('button', { name: 'Keep subscription' })).toBeInTheDocument();
    expect(server.calls('cancelSubscription').map(({ body }) => body)).toEqual([
      { subscriptionId: 'sub_1', userId: 'user-1' },
    ]);
  });

  it('leads to where a change that waits for its payment is confirmed', async () => {
    await openBilling({
      ...SUBSCRIBED,
      pendingChange: {
        plan: 'professional',
        interval: 'month',
        until: '2026-03-03T08:00:00.000Z',
        url: 'https://stripe.example/in_2',
      },
    });
    expect(await screen.findByText('Confirm the payment for Professional')).toBeInTheDocument();
    expect(screen.getByText(/You keep Starter, and nothing is charged/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Confirm or pay the invoice' })).toHaveAttribute(
      'href',
      'https://stripe.example/in_2',
    );
  });

  it('says of a change in the trial what is due when', async () => {
    const { user } = await openBilling(withStatus('trialing'), {
      previewPlanChange: { ...FREE_CHANGE, renewsAt: '2026-03-16T09:00:00.000Z' },
      previewPlan: PAUSES,
    });
    await user.click(await screen.findByRole('radio', { name: /Yearly/ }));
    await user.click(screen.getByRole('button', { name: 'Change to Starter' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change to Starter?' });
    expect(await within(dialog).findByText('Nothing is charged now.')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Starter costs $278.40 a year.');
    expect(dialog).toHaveTextContent('The first payment is due on 16 Mar 2026, when your trial ends.');
  });

  it('leads to the open invoice and a new card while a payment has failed, and to no other plan', async () => {
    const { user, server } = await openBilling(
      withStatus('past_due', { grace_until: '2026-04-16T09:00:00.000Z' }),
      { getBillingHistory: OPEN_INVOICE, createPortalSession: { url: 'https://stripe.example/portal' } },
    );
    expect(await screen.findByText('Your last payment failed')).toBeInTheDocument();
    expect(screen.getByText(/Your plan stays until 16 Apr 2026/)).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Pay the open invoice' })).toHaveAttribute(
      'href',
      'https://stripe.example/in_1',
    );
    expect(screen.getByText(/Please pay the open invoice first/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change to Professional' })).toBeDisabled();
    const leave = vi.spyOn(location, 'assign').mockReturnValue();
    await user.click(screen.getByRole('button', { name: 'Change card' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://stripe.example/portal'));
    expect(server.calls('createPortalSession').map(({ body }) => body)).toEqual([
      { userId: 'user-1', returnUrl: 'http://app.parley.test/billing' },
    ]);
    leave.mockRestore();
  });

  it.each([
    ['past_due', '2026-02-16T09:00:00.000Z'],
    ['unpaid', null],
  ] as const)('says that the plan is paused, not that it goes on, while %s', async (status, grace_until) => {
    await openBilling(
      {
        ...withStatus(status, { grace_until }),
        standing: { ...SUBSCRIBED.standing, state: 'paused', at: null },
        plan: 'free',
      },
      { getBillingHistory: OPEN_INVOICE },
    );
    expect(await screen.findByText(/^Starter is paused, since an invoice is not paid/)).toBeInTheDocument();
    expect(screen.getByText(/Your plan is paused, since the payment failed/)).toBeInTheDocument();
    expect(screen.queryByText(/renews on|stays until/)).not.toBeInTheDocument();
  });

  it.each([
    ['trial_over', /Your trial of Starter ended on 2 Mar 2026/],
    ['canceled', /Starter ended on 2 Mar 2026, as it was canceled/],
    ['payment_failed', /since the card could not be charged/],
  ] as const)('says why a plan is over: %s', async (state, words) => {
    await openBilling({
      ...TRIAL,
      plan: 'free',
      standing: { state, plan: 'starter', at: AT, discount: null },
      trialDaysLeft: 0,
    });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText('Trial')).not.toBeInTheDocument();
  });

  it('says what an early adopter pays until when: in Billing, in the cards and before a change', async () => {
    const discount = { percent: 20, until: '2027-03-16T09:00:00.000Z', earlyAdopter: true };
    const { user } = await openBilling(
      { ...SUBSCRIBED, standing: { ...SUBSCRIBED.standing, discount } },
      {
        previewPlanChange: {
          currency: 'usd',
          total: 5_600,
          credit: 1_000,
          renewsAt: '2026-04-02T09:00:00.000Z',
          lines: [
            { description: 'Unused time', amount: -2_320 },
            { description: 'Remaining time', amount: 7_920 },
          ],
        },
        previewPlan: PAUSES,
      },
    );
    const told = 'As an early adopter you pay 20% less until 16 Mar 2027, the end of your first paid year.';
    expect(await screen.findByText(told)).toBeInTheDocument();
    expect(screen.getByText('$79.20 with your discount, until 16 Mar 2027.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Change to Professional' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change to Professional?' });
    expect(await within(dialog).findByText('You pay $46 now.')).toBeInTheDocument();
    expect(dialog).toHaveTextContent(`${told} With it: $79.20 a month.`);
    expect(dialog).toHaveTextContent('Your credit from before-$10');
  });

  it('offers the first paid year for less to an early adopter who has not subscribed', async () => {
    await openBilling({ ...TRIAL, earlyAdopter: true });
    expect(await screen.findByText('$23.20 in your first paid year.')).toBeInTheDocument();
  });

  it('offers to keep what ends, and not to cancel it again', async () => {
    const { user, server } = await openBilling(ENDING, { reactivateSubscription: SUBSCRIBED });
    expect(await screen.findByText(/^Starter ends on 2 Apr 2026/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep subscription' }));
    expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeInTheDocument();
    expect(server.calls('reactivateSubscription')).toHaveLength(1);
  });

  it('says that a payment was left, that it loads, and why it failed', async () => {
    await openBilling(never, {}, { path: '/billing?canceled=true' });
    expect(await screen.findByText('The payment was canceled. Nothing was charged.')).toBeInTheDocument();
  });

  it.each(['billing.checkout_failed', 'billing.no_checkout_url', 'billing.plan_invalid'] as const)(
    'tells %s where it happened',
    async (code) => {
      const { user } = await openBilling(TRIAL, { createCheckoutSession: refuse(code) });
      await user.click(await screen.findByRole('button', { name: 'Subscribe to Starter' }));
      expect(await screen.findByText(/Failed to create|No checkout URL|Invalid plan ID/)).toBeInTheDocument();
    },
  );

  it('says first what is paid next, when and with which card, what comes off, and what is used of the plan', async () => {
    const discount = { percent: 20, until: null, earlyAdopter: false };
    await openBilling(
      { ...SUBSCRIBED, currency: 'usd', standing: { ...SUBSCRIBED.standing, discount } },
      {
        getBillingHistory: {
          invoices: [
            {
              ...OPEN_INVOICE.invoices[0],
              status: 'paid',
              lines: [
                { plan: 'starter', description: '', from: AT, until: SUBSCRIBED.periodEnd, amount: 2_900 },
                { plan: null, description: 'Moving of data', from: AT, until: AT, amount: 500 },
              ],
            } as InvoiceList['invoices'][number],
          ],
        },
        getPayment: {
          next: { at: SUBSCRIBED.periodEnd, currency: 'usd', total: 2_320, credit: 300 },
          method: { type: 'card', card: { brand: 'visa', last4: '4242', month: 4, year: 2031 } },
          credit: { amount: 300, currency: 'usd' },
          details: null,
        },
      },
    );
    const card = within(await screen.findByRole('region', { name: 'Your next payment' }));
    expect(await card.findByText('$20.20')).toBeInTheDocument();
    expect(card.getByText('on 2 Apr 2026')).toBeInTheDocument();
    expect(card.getByText('$3 more is paid from your credit.')).toBeInTheDocument();
    expect(card.getByText('Starter, $29 a month')).toBeInTheDocument();
    expect(card.getByText('You pay 20% less.')).toBeInTheDocument();
    expect(card.getByText('Visa ending in 4242, valid until 04/2031')).toBeInTheDocument();
    const use = within(screen.getByRole('region', { name: 'What you use of it' }));
    expect(use.getAllByRole('meter')).toHaveLength(4);
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.indexOf('Invoices')).toBeLessThan(headings.indexOf('Plans'));
    expect(await screen.findByText('Starter, 2 Mar 2026 – 2 Apr 2026')).toBeInTheDocument();
    expect(screen.getByText('Moving of data')).toBeInTheDocument();
  });

  it('shows the rest while what Stripe knows can not be read', async () => {
    await openBilling(SUBSCRIBED, { getPayment: refuse('billing.details_failed') });
    expect(await screen.findByText(/billing details could not be/)).toBeInTheDocument();
    expect(screen.getByText('Starter, renews on 2 Apr 2026.')).toBeInTheDocument();
  });

  it('tries another plan without a card, and shows Free among the plans', async () => {
    const { user, server } = await openBilling(
      TRIAL,
      {
        tryPlan: {
          ...TRIAL,
          plan: 'professional',
          standing: { ...TRIAL.standing, plan: 'professional' },
        },
      },
      { path: '/billing?plan=professional' },
    );
    expect(await screen.findByText('You are trying Starter')).toBeInTheDocument();
    expect(screen.getByText('$0')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try Professional until 16 Mar 2026' }));
    expect(await screen.findByText('You are trying Professional until 16 Mar 2026.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Starter until 16 Mar 2026' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Try Enterprise/ })).not.toBeInTheDocument();
    expect(server.calls('tryPlan').map(({ body }) => body)).toEqual([{ plan: 'professional' }]);
  });

  it('takes an address and a tax number, and says which field is wrong', async () => {
    const details = {
      name: 'Example Ltd',
      email: 'books@example.com',
      line1: '1 High Street',
      line2: '',
      postalCode: '12345',
      city: 'Springfield',
      country: 'US',
      taxId: 'DE12',
    };
    let tries = 0;
    const { user } = await openBilling(SUBSCRIBED, {
      updateBillingDetails: () => {
        tries += 1;
        return tries === 1
          ? refuse('billing.tax_id_invalid')
          : { ...NO_PAYMENT, details: { ...details, taxId: '123456789' } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Billing details' }));
    await user.click(dialog.getByRole('button', { name: 'Save details' }));
    expect(dialog.getAllByText('Please fill this in.')).toHaveLength(2);
    await user.type(dialog.getByLabelText('Street and number'), details.line1);
    await user.type(dialog.getByLabelText('City'), details.city);
    await user.type(dialog.getByLabelText(/tax number/), details.taxId);
    await user.click(dialog.getByRole('button', { name: 'Save details' }));
    expect(await dialog.findByText(/no tax number of that country/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Save details' }));
    expect(await screen.findByText('Your billing details are saved.')).toBeInTheDocument();
    expect(screen.getByText('Tax number 123456789')).toBeInTheDocument();
    expect(screen.getByText('1 High Street')).toBeInTheDocument();
  });
});

describe('the page after a payment', () => {
  it.each(['/thank-you?success=true&plan=starter', '/subscription/success'])(
    'finds no payment at %s while there is only the trial',
    async (path) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      try {
        await renderPage(path, { server: { getBilling: TRIAL } });
        await pageTitle('Your payment is being confirmed');
        for (let looks = 0; looks < 16; looks += 1) await act(() => vi.advanceTimersByTimeAsync(2_000));
        await pageTitle('No payment was found');
        expect(screen.queryByText(/is active|Thank you/)).not.toBeInTheDocument();
        expect(screen.getByRole('link', { name: 'To billing' })).toHaveAttribute('href', '/billing');
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('thanks for a subscription, also one that becomes known while it waits', async () => {
    let asked = 0;
    await renderPage('/thank-you?success=true&plan=starter', {
      server: {
        getBilling: () => {
          asked += 1;
          return asked < 2 ? TRIAL : withStatus('trialing');
        },
      },
    });
    expect(await screen.findByText(/The payment for Starter is being confirmed/)).toBeInTheDocument();
    expect(await screen.findByText(/Starter is active/)).toBeInTheDocument();
    await pageTitle('Thank you');
  });

  it('thanks for nothing where nobody says that something was paid', async () => {
    await renderPage('/thank-you', { server: { getBilling: SUBSCRIBED } });
    await pageTitle('No payment here');
  });
});
