import {
  FLAGS,
  type FlagName,
  flagDefault,
  LimitOverrides,
  type PlatformSettings,
  type PublicStatus,
} from '#contract/accounts/platform-settings';
import { type Clock, systemClock } from '#platform/clock';
import { optionalEnvironment } from '#platform/environment';
import { logger } from '#platform/logger';
import { readItem } from '#platform/table-reads';
import { PlatformSettingsEntity, type StoredPlatformSettings } from './entity';

/** How long a function goes by what it read: a change comes into force everywhere within so many seconds. */
const FRESH_SECONDS = 10;

export type SettingsWithVersion = PlatformSettings & { readonly version: number };

/** The settings as they are stored now. */
export async function readSettings(): Promise<SettingsWithVersion> {
  const item = await readItem(PlatformSettingsEntity, { stage: 'STAGE' });
  return toSettings(item);
}

function toSettings(stored: StoredPlatformSettings | undefined): SettingsWithVersion {
  const stage = optionalEnvironment('STAGE') ?? '';
  const set = (stored?.flags ?? {}) as Readonly<Partial<Record<FlagName, boolean>>>;
  const flag = (name: FlagName) => set[name] ?? flagDefault(name, stage);
  return {
    version: stored?.version ?? 0,
    maintenance: stored?.maintenance ?? null,
    signUpOpen: stored?.signUpClosed !== true,
    answerModel: stored?.answerModel ?? null,
    // What an earlier version has written and this one does not know holds no limit back.
    limits: LimitOverrides.safeParse(stored?.limits ?? {}).data ?? {},
    flags: Object.fromEntries((Object.keys(FLAGS) as FlagName[]).map((name) => [name, flag(name)])) as Record<
      FlagName,
      boolean
    >,
  };
}

/** What everybody may know of them. */
export async function readPublicStatus(): Promise<PublicStatus> {
  const { maintenance, signUpOpen, limits } = await currentSettings();
  return { maintenance, signUpOpen, limits };
}

interface Known {
  readonly settings: SettingsWithVersion;
  readonly until: number;
}
let known: Known | undefined;

/**
 * The settings, at most ten seconds old. Where they can't be read, those that were read last go on, and before that
 * the stage's own: a setting is not worth a visitor's answer.
 */
export async function currentSettings(clock: Clock = systemClock): Promise<SettingsWithVersion> {
  const now = clock().getTime();
  if (known && now < known.until) return known.settings;
  try {
    const settings = await readSettings();
    known = { settings, until: now + FRESH_SECONDS * 1_000 };
    return settings;
  } catch (error) {
    logger.warn('The settings of the platform could not be read.', {
      error: error instanceof Error ? error : String(error),
    });
    return known?.settings ?? toSettings(undefined);
  }
}

/** What was read last, for what can't wait; `currentSettings` has to have been awaited before. */
export function knownSettings(): SettingsWithVersion | undefined {
  return known?.settings;
}

/** Forgets what was read: what this function has just changed, and in tests. */
export function forgetSettings(): void {
  known = undefined;
}
