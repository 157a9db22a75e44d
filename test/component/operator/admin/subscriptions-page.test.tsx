import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { Invoice } from '#contract/accounts/billing';
import type { AdminSubscription } from '#contract/operator/admin';
import { SubscriptionsPage } from '#features/operator/admin/components/SubscriptionsPage.tsx';
import { renderPart } from '../../harness/render';

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
