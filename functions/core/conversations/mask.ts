import type { Language } from '#contract/accounts/profile';
import { TELEPHONE } from '#contract/base/telephone';
import type { BotConfig } from '#contract/bots/bot-config';
import type { FieldType } from '#contract/bots/flow';
import { withoutCards } from './card-numbers';

export type Masks = Pick<BotConfig, 'maskEmails' | 'maskPhones' | 'maskCards'>;

/** As long as the part before the @ may be (RFC 5321), so that a text without one is read once. */
const EMAIL = /[^\s<>()[\]"',;:@]{1,64}@[^\s<>()[\]"',;:@]{1,255}[^\s<>()[\]"',;:.!?@]/g;

/**
 * A visitor's words without what the bot says is not to be stored. `asked` is the kind of answer that the flow waits
 * for: what it asks for is wanted, and stays.
 */
export function masked(
  text: string,
  masks: Masks,
  { language, asked = null }: { readonly language: Language; readonly asked?: FieldType | null },
): string {
  const words = WORDS[language];
  let left = text;
  // A card's number is long enough for a telephone's.
  if (masks.maskCards) left = withoutCards(left, words.card);
  if (masks.maskEmails && asked !== 'email') left = left.replace(EMAIL, words.email);
  if (masks.maskPhones && asked !== 'phone') left = left.replace(TELEPHONE, words.phone);
  return left;
}

const WORDS: Readonly<Record<Language, Readonly<Record<'email' | 'phone' | 'card', string>>>> = {
  en: { email: '[e-mail address]', phone: '[phone number]', card: '[card number]' },
  de: { email: '[E-Mail-Adresse]', phone: '[Telefonnummer]', card: '[Kartennummer]' },
};
