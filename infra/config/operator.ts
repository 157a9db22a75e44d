import * as z from 'zod';

const Line = z.string().trim().min(1).max(120);

/** The company that runs a stage, as an imprint must name it. The public pages show it. */
export const Operator = z.strictObject({
  company: Line,
  street: Line,
  /** With its postal code. */
  city: Line,
  country: Line,
  /** Shown on the public pages; messages to the operator are mailed there. */
  email: z.email(),
  phone: Line.optional(),
  /** Court and number, e.g. `Amtsgericht Köln, HRB 12345`. */
  register: Line.optional(),
  vatId: Line.optional(),
  /** The company's own, where it has another than the public site. */
  website: z.url({ protocol: /^https?$/ }).optional(),
  /** The company's legal representative. */
  representative: Line,
});
export type Operator = z.infer<typeof Operator>;

/** As an output of a stack: CloudFormation makes a question mark of what is not ASCII. */
export function operatorOutput(operator: Operator): string {
  return asciiJson(operator);
}

export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
