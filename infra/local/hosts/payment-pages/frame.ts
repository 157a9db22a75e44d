import type { HttpResponse } from '../../http';
import { type Html, html, page } from '../html';

const STYLE = html`<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; display: grid; gap: 1rem; }
  form { display: grid; gap: 0.75rem; }
  input, button { font: inherit; padding: 0.6rem; }
  table { border-collapse: collapse; width: 100%; }
  td, th { padding: 0.4rem 0; text-align: start; }
  .note { font-size: 0.85rem; opacity: 0.75; }
</style>`;

/** A page of the stand-in, which says that it is one: nobody types a real card into it. */
export function paymentPage(title: string, content: Html): HttpResponse {
  return page(html`<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
${STYLE}
<main>
  <h1>${title}</h1>
  ${content}
  <p class="note">This page stands in for Stripe on this machine. No money moves.</p>
</main>
</html>`);
}

export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
}

export function date(seconds: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1_000);
}

export const CARD_FIELD = html`<label for="card">Card number</label>
    <input id="card" name="card" inputmode="numeric" autocomplete="cc-number" required aria-describedby="hint"
      placeholder="4242 4242 4242 4242">
    <small id="hint">Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0000 0000 0341
      is kept and fails when it is charged, 4000 0025 0000 3155 asks the bank first (3-D Secure).</small>`;
