import * as z from 'zod';

/** Why nobody answered at an address that an owner gave. */
export const AddressProblem = z.enum([
  'address_refused',
  'host_not_found',
  'unreachable',
  'certificate',
  'timeout',
  'answer_invalid',
]);
export type AddressProblem = z.infer<typeof AddressProblem>;
