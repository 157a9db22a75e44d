/** Longest message of a visitor, in characters. */
export const MAX_MESSAGE_LENGTH = 4_000;

/** Conversations that one call changes. */
export const MOST_AT_ONCE = 50;

/** What a canned reply puts in place of `{{name}}`. */
export const REPLY_VARIABLES = ['visitor', 'agent', 'bot'] as const;
