import type { Language } from '#contract/accounts/profile';
import type { BotConfig, EscalationTrigger } from '#contract/bots/bot-config';
import { escalationMessage } from './escalation-message';
import type { StatusEvent } from './transitions';

/** The message with which the bot escalates, and the status event. `first` is text that precedes it. */
export function escalationAnswer(
  config: BotConfig,
  {
    language,
    isReachable,
    trigger,
    now,
    first,
  }: {
    readonly language: Language;
    /** Whether the visitor has left an address. */
    readonly isReachable: boolean;
    readonly trigger: EscalationTrigger;
    readonly now: Date;
    readonly first?: string;
  },
) {
  const { text, asksAddress } = escalationMessage(config, { language, isReachable, now });
  const statusEvent: StatusEvent = {
    type: 'escalate',
    escalation: { trigger, at: now.toISOString() },
    asksAddress,
  };
  return {
    text: [first, text].filter((part) => part).join('\n\n'),
    kind: 'escalated',
    citations: [],
    statusEvent,
  } as const;
}
