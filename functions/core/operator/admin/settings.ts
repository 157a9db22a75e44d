import { $remove, $set, UpdateTransaction } from 'dynamodb-toolbox';
import type {
  PlatformSettings,
  UpdateSettings,
  VersionedSettings,
} from '#contract/accounts/platform-settings';
import { PlatformSettingsEntity } from '#core/accounts/platform-settings/entity';
import { forgetSettings, readSettings } from '#core/accounts/platform-settings/settings';
import { assertModelOffered } from '#core/bots/models';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { environmentList } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { transact } from '#platform/table-writes';
import { logEntry } from './log';
import { changesOf } from './setting-changes';

export async function getSettings(): Promise<VersionedSettings> {
  return { ...(await readSettings()), models: [...environmentList('ANSWER_MODELS')] };
}

/** Changes settings of the platform, on the version that the change was made on. */
export async function updateSettings(
  clock: Clock,
  actor: Actor,
  { version, ...change }: UpdateSettings,
): Promise<VersionedSettings> {
  assertModelOffered(change.answerModel);
  const before = await getSettings();
  const names = Object.keys(change) as (keyof PlatformSettings)[];
  const changed = names.filter((name) => JSON.stringify(change[name]) !== JSON.stringify(before[name]));
  if (before.version !== version) throw conflict(before);
  if (changed.length === 0) return before;
  const { maintenance, signUpOpen, answerModel, limits, flags } = change;
  await transact(
    {
      write: PlatformSettingsEntity.build(UpdateTransaction)
        .item({
          version: version + 1,
          ...(maintenance !== undefined && { maintenance: maintenance ? $set(maintenance) : $remove() }),
          ...(signUpOpen !== undefined && { signUpClosed: !signUpOpen }),
          ...(answerModel !== undefined && { answerModel: answerModel ?? $remove() }),
          ...(limits !== undefined && { limits: $set(limits) }),
          ...(flags !== undefined && { flags: $set(flags) }),
          updatedAt: clock().toISOString(),
        })
        .options({
          condition: version === 0 ? { attr: 'version', exists: false } : { attr: 'version', eq: version },
        }),
      refused: () => conflict(before),
    },
    await logEntry(clock, actor, { action: 'settings_changed', note: changesOf(before, change) }),
  );
  forgetSettings();
  return getSettings();
}

function conflict(current: VersionedSettings): ParleyError {
  return new ParleyError('admin.settings_conflict', { details: { current } });
}
