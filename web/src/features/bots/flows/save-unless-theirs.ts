import { Bot, type UpdateBot } from '#contract/bots/bots';
import type { Flow } from '#contract/bots/flow';
import { isSame } from '#features/bots/is-same.ts';
import { ApiError } from '#lib/api-error';
import { mergeFlows } from './merge-flows';

/** Times that others may save between a reading and this saving before a person is asked to look. */
const MAX_ATTEMPTS = 3;

export type FlowSaved =
  /** `merged`: others had changed the flow meanwhile, and it did not touch these edits. */
  | {
      readonly saved: Bot;
      readonly merged: boolean;
      /** Others had changed anything of the bot, be it no part of the flow: publishing would show it, too. */
      readonly hasMore: boolean;
    }
  /** Both changed the same, or others save all the time: nothing is stored yet. */
  | { readonly current: Bot };

/** Saves a flow on top of what others have saved since `base`, where the two don't touch each other. */
export async function saveUnlessTheirs(
  base: Bot,
  mine: Flow | null,
  update: (change: UpdateBot) => Promise<Bot>,
): Promise<FlowSaved> {
  let [flow, version] = [mine, base.version];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const saved = await update({ version, flow });
      return { saved, merged: !isSame(flow, mine), hasMore: attempt > 1 };
    } catch (error) {
      const current = currentOf(error);
      if (!current) throw error;
      // It is stored already: by another window, or by a first attempt whose answer was lost.
      if (isSame(current.flow, mine)) {
        // Each change counts one up.
        return { saved: current, merged: false, hasMore: current.version > base.version + 1 };
      }
      const { merged, conflicts } = mergeFlows(base.flow, mine, current.flow);
      if (conflicts.length > 0 || attempt === MAX_ATTEMPTS) return { current };
      [flow, version] = [merged, current.version];
    }
  }
}

/** The bot as somebody else has saved it, of a refusal that says so. */
function currentOf(error: unknown): Bot | null {
  if (!(error instanceof ApiError) || error.code !== 'bot.version_conflict') return null;
  return Bot.safeParse(error.details.current).data ?? null;
}
