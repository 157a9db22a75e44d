import * as z from 'zod';

/**
 * Every error that a caller can meet, with its HTTP status. The one table: the server answers from it,
 * the browser translates by it, the API document lists it.
 */
export const STATUS = {
  'request.invalid': 400,
  'request.too_large': 413,
  'request.rate_limited': 429,
  'request.past_edge': 403,
  'route.not_found': 404,
  'auth.required': 401,
  'auth.expired': 401,
  'auth.session_ended': 401,
  'auth.forbidden': 403,
  'profile.not_found': 404,
  'profile.user_mismatch': 403,
  'account.banned': 403,
  'bot.not_found': 404,
  'bot.name_taken': 409,
  'bot.version_conflict': 409,
  'bot.transition_refused': 409,
  'bot.version_not_found': 404,
  'bot.not_deleted': 409,
  'flow.invalid': 409,
  'avatar.invalid': 415,
  'template.not_found': 404,
  'document.not_found': 404,
  'document.duplicate': 409,
  'document.type_not_supported': 415,
  'document.too_large': 413,
  'document.not_uploaded': 409,
  'document.not_replaceable': 409,
  'plan.limit_exceeded': 402,
  'plan.conversations_exceeded': 402,
  'widget.not_found': 404,
  'widget.site_not_allowed': 403,
  'widget.paused': 409,
  'visitor.token_invalid': 401,
  'visitor.other_user': 409,
  'conversation.not_found': 404,
  'conversation.ended': 409,
  'conversation.transition_refused': 409,
  'conversation.no_person': 409,
  'attachment.not_found': 404,
  'attachment.not_allowed': 403,
  'attachment.type_mismatch': 415,
  'attachment.too_many': 409,
  'message.too_long': 413,
  'webhook.not_found': 404,
  'webhook.too_many': 409,
  'webhook.delivery_not_found': 404,
  'source.not_found': 404,
  'roadmap.feature_not_found': 404,
  'roadmap.not_votable': 409,
  'server.failed': 500,
  'server.unavailable': 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof STATUS;
export const ErrorCode = z.enum(Object.keys(STATUS) as [ErrorCode, ...ErrorCode[]]);

/** English text of each error; browsers show their own translation by code. */
export const MESSAGES: Record<ErrorCode, string> = {
  'request.invalid': 'Please check the form.',
  'request.too_large': 'The request is too large.',
  'request.rate_limited': 'Too many requests. Please wait a moment and try again.',
  'request.past_edge': 'This address does not answer directly.',
  'route.not_found': 'Not found.',
  'auth.required': 'Please sign in.',
  'auth.expired': 'Your session has ended. Please sign in again.',
  'auth.session_ended': 'You have been signed out. Please sign in again.',
  'auth.forbidden': "Access denied. You don't have permission to perform this action.",
  'profile.not_found': 'No profile exists for this user yet.',
  'profile.user_mismatch': 'The profile must belong to the signed-in user.',
  'account.banned': 'This account has been suspended.',
  'bot.not_found': 'Bot not found',
  'bot.name_taken': 'A bot with this name already exists',
  'bot.version_conflict': 'Another user changed this bot meanwhile.',
  'bot.transition_refused': 'This is not possible in the state that the bot is in.',
  'bot.version_not_found': 'This version does not exist.',
  'bot.not_deleted': 'This bot is not among the deleted ones any more.',
  'flow.invalid':
    'The flow of this bot does not run yet. Please mend the steps that are marked in the flow builder.',
  'avatar.invalid': 'Please choose a PNG or JPEG image of at most 512 × 512 pixels.',
  'template.not_found': 'Template not found',
  'document.not_found': 'Document not found',
  'document.duplicate': 'This file has already been uploaded to this bot.',
  'document.type_not_supported': 'This file type is not supported.',
  'document.too_large': 'The file is too large.',
  'document.not_uploaded': 'The file has not arrived yet.',
  'document.not_replaceable':
    'A new version can follow once this document is ready and no other is on its way.',
  'plan.limit_exceeded': 'The limit of your plan is reached. Please upgrade your plan.',
  'plan.conversations_exceeded': 'Conversation limit exceeded. Please upgrade your plan.',
  'widget.not_found': 'No chatbot is published under this id.',
  'widget.site_not_allowed': 'This chatbot is not allowed on this website.',
  'widget.paused': 'This chatbot is taking a break.',
  'visitor.token_invalid': 'The chat session has ended.',
  'visitor.other_user': 'This conversation belongs to another user.',
  'conversation.not_found': 'Conversation not found',
  'conversation.ended': 'This conversation has ended.',
  'conversation.transition_refused': 'This is not possible in the state that the conversation is in.',
  'conversation.no_person': 'This chatbot does not pass conversations on to people.',
  'attachment.not_found': 'This file is not there any more.',
  'attachment.not_allowed': 'This chatbot takes no files.',
  'attachment.type_mismatch': 'The file is not what its name says.',
  'attachment.too_many': 'This conversation has as many files as it may have.',
  'message.too_long': 'The message is too long.',
  'webhook.not_found': 'Webhook not found',
  'webhook.too_many': 'This bot has as many webhooks as it may have.',
  'webhook.delivery_not_found': 'This delivery is not in the log any more.',
  'source.not_found': 'This source is no longer available.',
  'roadmap.feature_not_found': 'This feature is not on the roadmap.',
  'roadmap.not_votable': 'Only planned and future features can be voted on.',
  'server.failed': 'Something went wrong. Please try again.',
  'server.unavailable': 'The service is busy. Please try again in a moment.',
};

/** Of `bot.name_taken` with `details.deleted`: the bot that has the name is among the deleted ones. */
export const NAME_OF_DELETED =
  'A bot with this name was deleted a few days ago and can still be restored. Please restore it, or choose another name.';

/**
 * What is wrong with a field, for a browser that says it in its own words. `of`: what is too small or too big: the
 * number itself, a text's characters, or a list's entries. `format`: which one it hasn't. `rule`: which of
 * those that have a name (`overlapping`, `repeated`, `host`, …).
 */
export const FieldProblem = z.discriminatedUnion('code', [
  z.object({ code: z.literal('required') }),
  z.object({ code: z.literal('unknown_field') }),
  z.object({ code: z.literal('invalid_type'), expected: z.string() }),
  z.object({ code: z.literal('too_small'), of: z.string(), minimum: z.number() }),
  z.object({ code: z.literal('too_big'), of: z.string(), maximum: z.number() }),
  z.object({ code: z.literal('invalid_format'), format: z.string() }),
  z.object({ code: z.literal('not_offered'), values: z.array(z.unknown()) }),
  z.object({ code: z.literal('invalid'), rule: z.string().optional() }),
]);
export type FieldProblem = z.infer<typeof FieldProblem>;

/** Body of every error answer. `fields` names invalid input by path; `details` carries e.g. `current` of a conflict,
 * and of what is invalid a `FieldProblem` by the same paths, under `fields`. */
export const ErrorBody = z.object({
  error: z.object({
    code: ErrorCode,
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
