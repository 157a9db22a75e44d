import { currentSettings } from '#core/accounts/platform-settings/settings';
import { ParleyError } from '#platform/errors';

/** Runs what the developer tools ask for. Throws where they are off: they are for development. */
export async function whereDeveloping<T>(run: () => Promise<T>): Promise<T> {
  if (!(await currentSettings()).flags.developerTools) throw new ParleyError('developer.not_allowed');
  return run();
}
