/** The programme that Parley is in: its version, and what early customers get. */
export const ALPHA = { version: '0.9.0', discountPercent: 20, trialMonths: 3 } as const;
