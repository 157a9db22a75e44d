import type { HttpResponse } from '../../http';
import type { StripeService } from '../../services/stripe/service';
import { html } from '../html';
import { CARD_FIELD, date, money, paymentPage } from './frame';

export function invoicePage(stripe: StripeService, id: string, problem?: string): HttpResponse {
  const invoice = stripe.objects.get('invoice', id);
  return paymentPage(
    `Invoice ${invoice.number}`,
    html`<p>${date(invoice.created)}, ${invoice.status}</p>
  <table>
    ${invoice.lines.data.map(
      ({ description, amount, currency }) =>
        html`<tr><td>${description}</td><td>${money(amount, currency)}</td></tr>`,
    )}
    <tr><th>Total</th><th>${money(invoice.total, invoice.currency)}</th></tr>
  </table>
  ${invoice.post_payment_credit_notes_amount > 0 && html`<p>Refunded: ${money(invoice.post_payment_credit_notes_amount, invoice.currency)}</p>`}
  ${problem !== undefined && html`<p id="problem" role="alert">${problem}</p>`}
  ${
    stripe.subscriptions.isPayable(invoice) &&
    html`<form method="post">
    ${CARD_FIELD}
    <button>Pay ${money(invoice.amount_remaining, invoice.currency)}</button>
  </form>`
  }
  <a href="${invoice.invoice_pdf}">Download PDF</a>`,
  );
}

export async function invoicePdf(stripe: StripeService, id: string): Promise<HttpResponse> {
  const invoice = stripe.objects.get('invoice', id);
  // Only now: it is a sixth of what a start would load.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size: 'A4', margin: 56 });
  const parts: Buffer[] = [];
  const written = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', resolve);
    document.on('error', reject);
  });
  document.fontSize(20).text(`Invoice ${invoice.number}`).moveDown();
  document
    .fontSize(11)
    .text(`${date(invoice.created)}, ${invoice.status}`)
    .moveDown();
  for (const { description, amount, currency } of invoice.lines.data)
    document.text(`${description}: ${money(amount, currency)}`);
  document.moveDown().text(`Total: ${money(invoice.total, invoice.currency)}`);
  document.end();
  await written;
  return {
    status: 200,
    headers: [
      ['content-type', 'application/pdf'],
      ['content-disposition', `attachment; filename="${invoice.number}.pdf"`],
    ],
    body: Buffer.concat(parts),
  };
}
