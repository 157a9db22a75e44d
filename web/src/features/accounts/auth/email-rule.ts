import { isEmail } from '#contract/base/email';
import { ruleOf } from '#lib/form-errors';

/** Of the address that one signs in or up by. */
export const EMAIL_RULE = ruleOf((text) => (isEmail(text) ? undefined : 'invalid_format'), {
  empty: 'auth:fields.emailRequired',
  otherwise: 'auth:fields.emailInvalid',
});
