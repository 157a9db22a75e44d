/**
 * In the place of the SDK's chain of ways to credentials (`functions.ts`): a function has its role's in its environment,
 * and no other way is there. The chain is a seventh of a small function's code.
 */
export function defaultProvider() {
  return async () => ({
    accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
  });
}
