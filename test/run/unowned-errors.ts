import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Writes down, where `UNOWNED_ERRORS` says, what failed outside of every test: vitest's JSON does not have it, and its
 * exit code does not tell it from a test that failed.
 */
export default class UnownedErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<Required<Reporter>['onTestRunEnd']>): void {
    const file = process.env.UNOWNED_ERRORS;
    if (file) writeFileSync(file, errors.map(({ stack, message }) => stack ?? message).join('\n\n'));
  }
}
