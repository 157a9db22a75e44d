import type { Receipt } from '#contract/site/feedback';

/** What a sender may quote: short enough to be read out. */
export function receiptOf(kind: 'F' | 'C', id: string, receivedAt: string): Receipt {
  return { reference: `${kind}-${id.slice(0, 8).toUpperCase()}`, receivedAt };
}
