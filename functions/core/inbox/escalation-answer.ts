import type { BotConfig, EscalationTrigger } from '../../contract/bot-config';
import type { Language } from '../../contract/profile';
import { escalationMessage } from './escalation-message';
import type { Happening } from './moves';

/** What the bot says where it passes the visitor on, and that it does; `first` is what it has to say before. */
export function escalationAnswer(
  config: BotConfig,
  {
    language,
    trigger,
    now,
    first,
  }: {
    readonly language: Language;
    readonly trigger: EscalationTrigger;
    readonly now: Date;
    readonly first?: string;
  },
) {
  const happening: Happening = { event: 'escalate', escalation: { trigger, at: now.toISOString() } };
  return {
    text: [first, escalationMessage(config, language, now)].filter((part) => part).join('\n\n'),
    kind: 'escalated',
    citations: [],
    happening,
  } as const;
}
