/** Names the account a call acts for; without it the caller's own. */
export const ACCOUNT_HEADER = 'x-parley-account';
/** Which of our clients calls: logs tell the dashboard's calls from those of programs. */
export const CLIENT_HEADER = 'x-parley-client';
