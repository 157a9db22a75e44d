/**
 * What alarms are grouped by: what an operator does. A group mails once, whichever of its alarms is raised, with its line
 * here; `infra/DEPLOY.md` says more of each under the same name.
 */
export const RUNBOOK = {
  answers:
    'Visitors get quotes or wait: see the log of Answer for what the model says, then its quota and access in Bedrock.',
  failed: 'Work failed for good: npm run redrive -- list, show QUEUE, mend the cause, send QUEUE.',
  late: 'Work waits too long: its function fails or is too slow; see the log of the function that the alarm names.',
  errors: 'A function fails: see the first error in its log; after a release, deploy the commit before it.',
  limits: 'AWS throttles: raise the quota that the alarm names, or the concurrency of the stage.',
  callers:
    'Callers get server errors: see the access log of the API for the route and its integration error.',
  mail: 'Mail comes back: find the campaign or the customer behind it before AWS stops all mail of the account.',
  spending: 'Models cost more than planned: npm run models -- status tells who; off stops them at once.',
} as const;
export type RunbookGroup = keyof typeof RUNBOOK;
