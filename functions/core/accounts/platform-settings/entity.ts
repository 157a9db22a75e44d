import { any, boolean, Entity, type FormattedItem, item, map, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** What administrators have set for the whole platform: one item. What it lacks is as the stage has it. */
export const PlatformSettingsEntity = new Entity({
  name: 'PlatformSettings',
  table,
  timestamps: false,
  schema: item({
    stage: string().key().default('STAGE'),
    version: number(),
    maintenance: map({ en: string(), de: string() }).optional(),
    signUpClosed: boolean().optional(),
    answerModel: string().optional(),
    /** By plan and limit, as the contract's schema has it. */
    limits: any().optional(),
    /** By name; a flag that nobody has set is as the stage has it. */
    flags: any().optional(),
    updatedAt: string(),
  }),
  computeKey: () => ({ pk: 'PLATFORM', sk: 'SETTINGS' }),
});
export type StoredPlatformSettings = FormattedItem<typeof PlatformSettingsEntity>;
