import type { HttpResponse } from '../../http';
import { html } from '../html';
import { paymentPage } from './frame';

/** What the bank of a card asks its holder (3-D Secure); the answer goes where the card number went. */
export function bankPage(number: string): HttpResponse {
  return paymentPage(
    'Your bank asks whether this is you',
    html`<p>3-D Secure: the bank of the card that ends in ${number.slice(-4)} wants you to confirm this payment.</p>
  <form method="post">
    <input type="hidden" name="card" value="${number}">
    <button name="authentication" value="complete">Complete authentication</button>
    <button name="authentication" value="fail">Fail authentication</button>
  </form>`,
  );
}
