import type { Prompt } from '#contract/bots/flow';
import type { PartContext } from './parts/part';

/** What the bot's flow waits for just now. A message that was refused is no answer to it: it still asks. */
export function pendingPrompt({
  conversation,
  messageList,
  bot,
}: Pick<PartContext, 'conversation' | 'messageList' | 'bot'>): Prompt | null | undefined {
  const { entries, isNew, isWithPerson, isOver } = conversation;
  if (isWithPerson || isOver || messageList.isClosed()) return null;
  const last = entries.findLast(({ status }) => status !== 'failed');
  if (!last) return isNew ? bot().opening?.prompt : null;
  return messageList.visibleReplies().includes(last) ? last.prompt : null;
}
