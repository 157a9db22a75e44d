import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { Invoice } from '#contract/accounts/billing';
import { BotId, ConversationId, MessageId } from '#contract/base/ids';
import type { AdminSubscription } from '#contract/operator/admin';
import { AccountPage } from '#features/operator/admin/components/AccountPage.tsx';
import { SubscriptionsPage } from '#features/operator/admin/components/SubscriptionsPage.tsx';
import { renderPart } from '../../harness/render';
import { type Answers, heldBack, type Reply, refuse } from '../../harness/server';

const AT = '2026-03-02T09:00:00.000Z';
const SUBSCRIPTION: z.input<typeof AdminSubscription> = {
  accountId: 'a1',
  accountName: 'Engines',
  owner: null,
  plan: 'starter',
  status: 'active',
  standing: { state: 'active', plan: 'starter', at: AT, discount: null },
  createdAt: AT,
};
const INVOICE: z.input<typeof Invoice> = {
  id: 'in_1',
  number: 'P-1',
  at: AT,
  status: 'paid',
  currency: 'eur',
  total: 2900,
  paid: 2900,
  refunded: 900,
  lines: [],
  url: null,
  pdf: null,
};

async function opened(action: string, invoices: readonly (typeof INVOICE)[] = [INVOICE]) {
  const rendered = await renderPart(<SubscriptionsPage />, {
    texts: ['admin'],
    server: {
      listSubscriptions: { items: [SUBSCRIPTION], cursor: null },
      listAccountInvoices: { invoices: [...invoices] },
      actOnSubscription: SUBSCRIPTION,
    },
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'Actions for Engines' }));
  await rendered.user.click(screen.getByRole('menuitem', { name: action }));
  const dialog = within(await screen.findByRole('dialog'));
  const sent = () => rendered.server.calls('actOnSubscription').map(({ body }) => body);
  return { ...rendered, dialog, sent };
}

describe('subscriptions of the platform', () => {
  it('end only with a reason, with their period unless it is to be now', async () => {
    const { user, dialog, sent } = await opened('Cancel subscription');
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(dialog.getByText('Please enter a reason.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await user.click(dialog.getByLabelText(/^Now/));
    await user.type(dialog.getByLabelText('Reason'), 'Fraud');
    await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText('has no further renewal.')).toBeInTheDocument();
    expect(sent()).toEqual([{ action: 'cancel', at: 'now', reason: 'Fraud' }]);
  });

  it('are refunded up to what is left of an invoice', async () => {
    const { user, dialog, sent } = await opened('Refund');
    const amount = await dialog.findByLabelText('Amount in EUR');
    expect(amount).toHaveValue('20.00');
    await user.clear(amount);
    await user.type(amount, '20,01');
    await user.type(dialog.getByLabelText('Reason'), 'Outage');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(dialog.getByText(/up to what is left/)).toBeInTheDocument();
    await user.clear(amount);
    await user.type(amount, '5,5');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText('gets the money back.')).toBeInTheDocument();
    expect(sent()).toEqual([
      { action: 'refund', invoiceId: 'in_1', amount: 550, refunded: 900, reason: 'Outage' },
    ]);
  });

  it('say so where nothing was paid', async () => {
    const { dialog } = await opened('Refund', [{ ...INVOICE, refunded: 2900 }]);
    expect(await dialog.findByText('Nothing was paid that could be refunded.')).toBeInTheDocument();
  });
});

describe('one customer', () => {
  const used = { used: 3, limit: 5 };
  const ACCOUNT: Reply<'getAdminAccount'> = {
    subscription: SUBSCRIPTION,
    customerId: 'cus_1',
    people: [{ id: 'u1', name: 'Olga Owner', email: 'olga@example.com', role: 'owner', status: 'active' }],
    usage: {
      plan: 'starter',
      periodStart: AT,
      periodEnd: AT,
      conversations: used,
      bots: used,
      allBots: used,
      teamMembers: used,
      documents: used,
      picturePages: null,
      byBot: [],
      history: [],
      paused: { bots: 0, teamMembers: 0 },
    },
    botCount: 51,
    bots: [{ id: 'b1', name: 'Front desk', status: 'active', documents: 4 }],
    log: [
      {
        id: 'l1',
        action: 'subscription_created',
        at: AT,
        actor: { id: 'a1', name: 'Engines' },
        subject: null,
        note: null,
      },
    ],
  };
  const open = (answers: Answers) =>
    renderPart(<AccountPage />, {
      texts: ['admin', 'usage', 'billing', 'conversations'],
      address: '/admin/accounts/a1',
      path: '/admin/accounts/:accountId',
      server: answers,
    });

  it('is shown whole: people, usage, bots, invoices, what happened, and the way to Stripe', async () => {
    await open({ getAdminAccount: ACCOUNT, listAccountInvoices: { invoices: [INVOICE] } });
    expect(await screen.findByRole('heading', { name: 'Engines' })).toBeInTheDocument();
    expect(screen.getByText('Olga Owner · olga@example.com')).toBeInTheDocument();
    expect(screen.getAllByRole('meter')).toHaveLength(4);
    expect(screen.getByText('Front desk')).toBeInTheDocument();
    expect(screen.getByText('and 50 more')).toBeInTheDocument();
    expect(await screen.findByText(/P-1/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open in Stripe' })).toHaveAttribute(
      'href',
      'https://dashboard.stripe.com/search?query=cus_1',
    );
  });

  it('has no word of invoices before they are known', async () => {
    const invoices = heldBack<Reply<'listAccountInvoices'>>({ invoices: [] });
    await open({ getAdminAccount: ACCOUNT, listAccountInvoices: invoices.answer });
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeInTheDocument();
    expect(screen.queryByText('No invoices.')).not.toBeInTheDocument();
    invoices.give();
    expect(await screen.findByText('No invoices.')).toBeInTheDocument();
  });

  it('is told why a message of its visitors was not answered', async () => {
    const messageId = MessageId.parse('c1-000002');
    const record = {
      model: 'eu.amazon.nova-lite-v1:0',
      modelFailure: 'throttled' as const,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      retrievedMs: 300,
      firstTextMs: null,
      doneMs: 900,
    };
    const { user } = await open({
      getAdminAccount: ACCOUNT,
      listAccountInvoices: { invoices: [] },
      traceMessages: {
        conversationId: ConversationId.parse('c1'),
        botId: BotId.parse('b1'),
        status: 'active',
        requestId: 'r-1',
        items: [
          {
            messageId,
            steps: [
              { step: 'accepted', at: AT },
              { step: 'failed', at: new Date(Date.parse(AT) + 12_000).toISOString() },
            ],
            outcome: 'failed',
            failure: 'server.unavailable',
            overdue: 2,
            answer: null,
          },
          {
            messageId: MessageId.parse('c1-000001'),
            steps: [{ step: 'accepted', at: AT }],
            outcome: 'answered',
            failure: null,
            overdue: 0,
            answer: { messageId, kind: 'quoted', record },
          },
        ],
      },
    });
    await user.type(await screen.findByLabelText('Id of the message or the conversation'), ' c1 {Enter}');
    expect(await screen.findByText('Failed')).toBeInTheDocument();
    expect(screen.getByText('Told to have failed').nextSibling).toHaveTextContent('+ 12s');
    expect(screen.getByText('The model was busy')).toBeInTheDocument();
    expect(screen.getByText(/answers or answered last: r-1/)).toBeInTheDocument();
  });

  it('is said to be none where there is none', async () => {
    await open({ getAdminAccount: refuse('admin.account_not_found') });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });
});
