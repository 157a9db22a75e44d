import { Bot, type UpdateBot } from '../../../../functions/contract/bots';
import type { Flow } from '../../../../functions/contract/flow';
import { ApiError } from '../../lib/api-error';
import { isSame } from '../../lib/is-same';

export type FlowSaved =
  | { readonly saved: Bot; readonly conflict: null }
  | { readonly saved: null; readonly conflict: Bot };

/**
 * Saves a flow over `version` of the bot. Where others changed something else of the bot meanwhile, both changes hold;
 * where they changed the flow, and not to this one, nothing is stored: a person decides.
 */
export async function saveUnlessTheirs(
  base: Bot,
  { version, flow }: { readonly version: number; readonly flow: Flow | null },
  update: (change: UpdateBot) => Promise<Bot>,
): Promise<FlowSaved> {
  try {
    return { saved: await update({ version, flow }), conflict: null };
  } catch (error) {
    const current = error instanceof ApiError ? Bot.safeParse(error.details.current) : null;
    if (!(error instanceof ApiError) || error.code !== 'bot.version_conflict' || !current?.success)
      throw error;
    // It is stored already: by another window, or by a first attempt whose answer was lost.
    if (isSame(current.data.flow, flow)) return { saved: current.data, conflict: null };
    if (isSame(current.data.flow, base.flow))
      return saveUnlessTheirs(base, { version: current.data.version, flow }, update);
    return { saved: null, conflict: current.data };
  }
}
