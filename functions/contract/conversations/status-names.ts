import type { Language } from '../accounts/profile';
import type { ConversationStatus } from './conversations';

/** What a status is called to people: on every page, in exports and reports, and in the API's document. */
export const STATUS_NAMES: Readonly<
  Record<Language, Readonly<Record<ConversationStatus | 'abandoned', string>>>
> = {
  en: {
    active: 'With the bot',
    escalated: 'Waiting',
    pending: 'Answered',
    resolved: 'Resolved',
    ended: 'Ended',
    abandoned: 'Abandoned',
  },
  de: {
    active: 'Beim Bot',
    escalated: 'Wartet',
    pending: 'Beantwortet',
    resolved: 'Erledigt',
    ended: 'Beendet',
    abandoned: 'Verlassen',
  },
};
