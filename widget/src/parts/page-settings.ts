import type { PublicBot } from '#contract/bots/public-bot';

/** Largest number of a setting: minutes and pixels. A longer timer than a day's minutes is none. */
const MAX_NUMBER = 1_440;
/** Seconds: an answer that is held back for hours never comes. */
const MAX_RESPONSE_DELAY = 10;
const IMAGE_ADDRESS = /^(https?:|data:|\/|$)/;

/** Takes out of what a page sets what would break or mislead the chat, and warns of it in the console. */
export function removeInvalidSettings(settings: Record<string, unknown>, bot: Partial<PublicBot>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (isValid(name, value, bot)) continue;
    delete settings[name];
    console.warn(`Parley: ${name}`);
  }
}

function isValid(name: string, value: unknown, bot: Partial<PublicBot>): boolean {
  const configured = bot[name as keyof PublicBot] ?? value;
  if (typeof configured !== typeof value) return false;
  if (name === 'avatarUrl' && !IMAGE_ADDRESS.test(String(value))) return false;
  const most = name === 'responseDelay' ? MAX_RESPONSE_DELAY : MAX_NUMBER;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.every((each) => (typeof each === 'number' ? each <= most : typeof each !== 'object'));
}
