/** Characters of a person's name, and of a company's: sign-up counts them without schemas. */
export const FULL_NAME = { min: 2, max: 120 } as const;
export const COMPANY_NAME = { max: 160 } as const;
