/** An error as Stripe words it; the client turns it into the class of its type. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error',
    message: string,
    readonly details: {
      readonly code?: string;
      readonly param?: string;
      readonly decline_code?: string;
    } = {},
  ) {
    super(message);
  }

  body(): object {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export function missing(param: string): StripeFault {
  return new StripeFault(400, 'invalid_request_error', `Missing required param: ${param}.`, {
    code: 'parameter_missing',
    param,
  });
}

export function unknownObject(kind: string, id: string): StripeFault {
  return new StripeFault(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });
}

export function declined(): StripeFault {
  return new StripeFault(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
}

/** The bank's question to the card's holder (3-D Secure) was not answered. */
export function unauthenticated(): StripeFault {
  return new StripeFault(
    402,
    'card_error',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    { code: 'payment_intent_authentication_failure' },
  );
}

/** A payment without the card's holder, whose bank wants to hear from them. */
export function holderWanted(): StripeFault {
  return new StripeFault(
    402,
    'card_error',
    'Your card was declined. This transaction requires authentication.',
    {
      code: 'subscription_payment_intent_requires_action',
    },
  );
}
