/** The names of every variable that the infrastructure gives to functions. */
export type EnvironmentName =
  | 'TABLE_NAME'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  | 'ORIGIN_SECRET_ARN'
  | 'SIGNING_SECRET_ARN'
  | 'APP_ORIGIN'
  | 'ROOT_ORIGIN'
  | 'ADMIN_EMAILS'
  | 'STAGE'
  | 'UPLOADS_BUCKET'
  | 'INDEX_BUCKET'
  | 'WIDGET_BUCKET'
  | 'SOCKET_API_ENDPOINT'
  | 'ANSWER_FUNCTION_NAME'
  | 'ANSWER_MODEL'
  | 'ANSWER_MODELS'
  | 'EMBEDDING_MODEL'
  | 'TEXT_RECOGNITION'
  | 'MODEL_BUDGET_USD'
  | 'GUARDRAIL_ID'
  | 'GUARDRAIL_VERSION'
  | 'INGEST_QUEUE_URL'
  | 'INDEX_JOBS_QUEUE_URL'
  | 'UPLOAD_DEADLINES_QUEUE_URL'
  | 'ACCOUNT_JOBS_QUEUE_URL'
  | 'BOT_JOBS_QUEUE_URL'
  | 'INBOX_JOBS_QUEUE_URL'
  | 'ANALYTICS_QUEUE_URL'
  | 'COUNT_EVERY_SECONDS'
  | 'VISITS_QUEUE_URL'
  | 'WEBHOOKS_QUEUE_URL'
  | 'SITES_QUEUE_URL'
  | 'ANSWER_FAILURES_QUEUE_URL'
  | 'ALLOWED_PRIVATE_HOSTS'
  | 'MAIL_FROM'
  | 'MAIL_CONFIGURATION_SET'
  | 'OPERATOR_EMAIL'
  | 'DEAD_LETTERS'
  | 'QUEUE_BASE'
  | 'VECTOR_BUCKETS'
  | 'VECTOR_INDEX_FROM'
  | 'EXPORTS_BUCKET'
  | 'REPORT_JOBS_QUEUE_URL'
  | 'REPORT_JOBS_QUEUE_ARN'
  | 'REPORT_SCHEDULE_GROUP'
  | 'REPORT_SCHEDULE_ROLE_ARN'
  | 'PAYMENTS_SECRET_ARN'
  | 'STRIPE_TAX'
  | 'COMMIT'
  | 'READERS'
  | 'RECONCILE_QUEUE_URL';

/**
 * Value of a variable that the function can't do without. Throws at the first use, so that a function whose
 * infrastructure forgot one says which, instead of calling AWS with `undefined`.
 */
export function environment(name: EnvironmentName): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`The environment variable ${name} is missing: the infrastructure must set it.`);
  return value;
}

/** Value of a variable that a stage may leave out. */
export function optionalEnvironment(name: EnvironmentName): string | undefined {
  return process.env[name] || undefined;
}

/** A comma-separated variable; empty or missing gives an empty list. */
export function environmentList(name: EnvironmentName): readonly string[] {
  return (process.env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
