/**
 * Where a link leads, in brackets behind its words, unless these say it: what is quoted on a page or told by a model
 * has no links that could be followed.
 */
export function addressBehind(text: string, address: string): string {
  const shown = addressShown(address);
  if (shown === null) return '';
  const plain = (of: string) => of.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?|\/$/g, '');
  const digits = (of: string) => of.replace(/^\+\d\d|^00\d\d|\D/g, '');
  if (plain(text).includes(plain(shown))) return '';
  if (/^tel:/i.test(address) && digits(text).length >= 5) return '';
  return ` (${shown})`;
}

/** Null for what is no address outside of the document. */
function addressShown(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed.length > LONGEST_ADDRESS) return null;
  const [, mail] = /^mailto:([^?]+)/i.exec(trimmed) ?? [];
  if (mail) return mail;
  const [, phone] = /^tel:(.+)$/i.exec(trimmed) ?? [];
  if (phone) return phone;
  return /^https?:\/\/[^\s<>"]+$/i.test(trimmed) ? trimmed : null;
}

/** A longer one leads to a search, or follows who clicks it. */
const LONGEST_ADDRESS = 300;
