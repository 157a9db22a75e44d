import type { BotConfig } from '#contract/bots/bot-config';
import { Bot, UpdateBot } from '#contract/bots/bots';
import { ApiError } from '#lib/api-error';
import { mergeConfigs } from './merge-configs';
import { configOf, type SettingField } from './settings';

/** Times that others may save between a reading and this saving before a person is asked to look. */
const MAX_ATTEMPTS = 3;

export interface Edits {
  /** What the editor was shown. */
  readonly base: Bot;
  /** What they made of it. */
  readonly mine: BotConfig;
  readonly changed: readonly SettingField[];
}

export type SaveOutcome =
  /** `merged`: somebody else had saved meanwhile, and it did not touch these edits. */
  | { readonly saved: Bot; readonly merged: boolean }
  /** Both changed the same, or others save all the time: nothing of the edits is stored yet. */
  | { readonly current: Bot };

/** Saves what was edited, on top of what others saved meanwhile where the two don't touch each other. */
export async function saveEdits(
  { base, mine, changed }: Edits,
  update: (change: UpdateBot) => Promise<Bot>,
): Promise<SaveOutcome> {
  const before = configOf(base);
  const edited = { ...before, ...pick(mine, changed) };
  let [edits, version] = [edited, base.version];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return {
        saved: await update(UpdateBot.parse({ ...pick(edits, changed), version })),
        merged: attempt > 1,
      };
    } catch (error) {
      const current = currentOf(error);
      if (!current) throw error;
      const { merged, conflicts } = mergeConfigs(before, edited, configOf(current));
      if (conflicts.length > 0 || attempt === MAX_ATTEMPTS) return { current };
      [edits, version] = [merged, current.version];
    }
  }
}

function pick(config: BotConfig, fields: readonly SettingField[]): Partial<BotConfig> {
  return Object.fromEntries(fields.map((field) => [field, config[field]]));
}

/** The bot as somebody else has saved it, of a refusal that says so. */
function currentOf(error: unknown): Bot | null {
  if (!(error instanceof ApiError) || error.code !== 'bot.version_conflict') return null;
  return Bot.safeParse(error.details.current).data ?? null;
}
