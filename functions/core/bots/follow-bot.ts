import { BotId } from '../../contract/ids';
import type { DomainEvent } from '../events/events';
import type { BotItem } from './entity';
import { queueBotJob } from './jobs';
import { publishBot, shownOf } from './publish-bot';
import { readBot } from './stored-bot';

/** A duplicate that is to have another's documents is given them, and a training that was asked for begins. */
export async function queueBotWork(event: DomainEvent<'bot.changed'>): Promise<void> {
  const before = event.before as BotItem | null;
  const after = event.after as BotItem | null;
  const bot = after && readBot(after);
  if (!bot) return;
  const ref = { accountId: bot.accountId, botId: bot.botId };
  if (!before && after.knowledgeFrom !== undefined)
    await queueBotJob({ kind: 'copy_knowledge', ...ref, from: BotId.parse(after.knowledgeFrom) });
  if (before && after.trainingRequestedAt !== before.trainingRequestedAt)
    await queueBotJob({
      kind: 'train',
      ...ref,
      ...(after.trainsAnew && { anew: after.trainingRequestedAt?.replace(/\D/g, '') }),
    });
}

/** The call that changed a bot publishes it; this does when that call died in between. */
export async function publishChanged(event: DomainEvent<'bot.changed'>): Promise<void> {
  const [was, is] = [event.before as BotItem | null, event.after as BotItem | null].map(
    (item) => item && readBot(item),
  );
  const [hidden, shown] = [shownOf(was ?? null), shownOf(is ?? null)];
  const bot = is ?? (was && { ...was, publication: null });
  if (bot && (hidden?.version !== shown?.version || hidden?.paused !== shown?.paused)) await publishBot(bot);
}
