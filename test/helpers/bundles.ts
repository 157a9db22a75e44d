/** Every function, by the name of its bundle: its trigger's folder and its file. */
export const BUNDLES = [
  'http-accounts',
  'http-bots',
  'http-conversations',
  'http-documents',
  'http-integrations',
  'http-retrieval',
  'http-sites',
  'http-questions',
  'http-templates',
  'http-widget',
  'http-visitors',
  'http-platform',
  'http-system',
  'socket-connect',
  'socket-disconnect',
  'socket-message',
  'socket-answer',
  'queue-bot-jobs',
  'queue-inbox-jobs',
  'queue-failed-answers',
  'queue-sites',
  'queue-upload-router',
  'queue-webhooks',
  'queue-upload-deadlines',
  'queue-ingest',
  'queue-index-jobs',
  'stream-dispatch',
  'auth-custom-message',
  'auth-pre-sign-up',
  'auth-post-confirmation',
] as const;

/** Those for which somebody waits in front of a screen: its import is part of her first answer. */
export function isWaitedFor(bundle: string): boolean {
  return /^(http|socket|auth)-/.test(bundle);
}
