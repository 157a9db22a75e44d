import { followStoredLanguage } from '#i18n/index';
import { type Choices, adoptChoices as store } from '#lib/choices';
import { followStoredTheme } from '#theme/theme';

/** Makes the other host's choices those of this one, and of the page that is open. */
export async function adoptChoices(choices: Choices): Promise<void> {
  store(choices);
  followStoredTheme();
  await followStoredLanguage();
}
