import { ParleyError } from '#platform/errors';
import { currentSettings } from '../platform-settings/settings';

/** Runs what the developer tools ask for. Throws where they are off: they are for development. */
export async function whereDeveloping<T>(run: () => Promise<T>): Promise<T> {
  if (!(await currentSettings()).flags.developerTools) throw new ParleyError('developer.not_allowed');
  return run();
}
