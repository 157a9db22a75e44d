import { declined, StripeFault } from './errors';
import type { PaymentMethod } from './objects';

/** What a card does: it is refused at once, pays, fails whenever it is charged, or pays only while its holder is there. */
type Card = 'pays' | 'declines' | 'fails' | 'pays with its holder';

/** Stripe's names for its test cards. */
const CARDS: Readonly<Record<string, Card>> = {
  pm_card_visa: 'pays',
  pm_card_mastercard: 'pays',
  pm_card_chargeDeclined: 'declines',
  pm_card_chargeCustomerFail: 'fails',
  // Its bank asks the holder once, when it is set up; later it pays by itself.
  pm_card_threeDSecureRequired: 'pays',
  pm_card_authenticationRequired: 'pays with its holder',
};

/** By number, as Stripe documents them. */
const NUMBERS: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '5555555555554444': 'pm_card_mastercard',
  '4000000000000002': 'pm_card_chargeDeclined',
  '4000000000000341': 'pm_card_chargeCustomerFail',
  '4000002500003155': 'pm_card_threeDSecureRequired',
  '4000002760003184': 'pm_card_authenticationRequired',
};

/** The payment method that a card's number makes. */
export function cardOf(number: string): string {
  const card = NUMBERS[number.replaceAll(/\s/g, '')];
  if (card === undefined) {
    throw new StripeFault(402, 'card_error', 'Your card number is incorrect.', { code: 'incorrect_number' });
  }
  return card;
}

/** What is told of a card: the end of the number that it was made by. */
export function paymentMethod(card: string): PaymentMethod {
  const number = Object.keys(NUMBERS).find((one) => NUMBERS[one] === card) ?? '';
  return {
    id: card,
    object: 'payment_method',
    created: 0,
    type: 'card',
    card: {
      brand: number.startsWith('5') ? 'mastercard' : 'visa',
      last4: number.slice(-4),
      exp_month: 12,
      exp_year: 2034,
    },
  };
}

/** Whether the card's bank wants to hear from its holder before it pays (3-D Secure). */
export function needsAuthentication(card: string): boolean {
  return card === 'pm_card_threeDSecureRequired' || asksEveryTime(card);
}

export function asksEveryTime(card: string): boolean {
  return CARDS[card] === 'pays with its holder';
}

/** Declines a card that can't even be attached, before anything is kept of it. */
export function attach(card: string): void {
  if (CARDS[card] === undefined || CARDS[card] === 'declines') throw declined();
}

export function pays(card: string | null, holder: 'there' | 'away'): boolean {
  const kind = CARDS[card ?? ''];
  return kind === 'pays' || (kind === 'pays with its holder' && holder === 'there');
}
