import type { Receipt } from '../../contract/feedback';

/** What a sender may quote: short enough to be read out. */
export function receiptOf(kind: 'F' | 'C', id: string, receivedAt: string): Receipt {
  return { reference: `${kind}-${id.slice(0, 8).toUpperCase()}`, receivedAt };
}

/** A submission with this id is stored. */
export class AlreadyReceived extends Error {
  readonly receivedAt: string;

  constructor(stored: Readonly<Record<string, unknown>> | undefined) {
    super('It was received before.');
    this.receivedAt = String(stored?.receivedAt);
  }
}
