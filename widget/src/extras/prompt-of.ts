import type { Prompt } from '../../../functions/contract/conversations';
import type { Context } from '../context';

/** What the flow waits for just now. What was refused is no answer to it: it still asks. */
export function promptOf({ conversation, log, bot }: Context): Prompt | null | undefined {
  const { turns, isNew, isWithPerson, isOver } = conversation;
  if (isWithPerson || isOver || log.isClosed()) return null;
  const last = turns.findLast(({ status }) => status !== 'failed');
  if (!last) return isNew ? bot().opening?.prompt : null;
  return log.said().includes(last) ? last.prompt : null;
}
