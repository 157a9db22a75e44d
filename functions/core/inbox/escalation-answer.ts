import type { BotConfig, EscalationTrigger } from '../../contract/bot-config';
import type { Language } from '../../contract/profile';
import { escalationMessage } from './escalation-message';
import type { Happening } from './moves';

/** What the bot says where it passes the visitor on, and that it does; `first` is what it has to say before. */
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
  const happening: Happening = {
    event: 'escalate',
    escalation: { trigger, at: now.toISOString() },
    asksAddress,
  };
  return {
    text: [first, text].filter((part) => part).join('\n\n'),
    kind: 'escalated',
    citations: [],
    happening,
  } as const;
}
