import type { Page } from 'playwright-core';
import type { OwnCloud } from './cloud';

/**
 * Moves a cloud of one's own to a time, with windows on it: services, functions, schedules and pages have it from then
 * on, and it runs on. Resolves when all that came due thereby has been sent.
 */
export async function moveTime(
  { cloud }: Pick<OwnCloud, 'cloud'>,
  to: Date | number,
  ...pages: Page[]
): Promise<void> {
  await cloud.clock.moveTo(Number(to));
  for (const page of pages) await page.clock.setSystemTime(to);
}
