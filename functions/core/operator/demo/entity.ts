import { Entity, item, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** The bots by which Parley shows itself on a stage, once they answer. */
export const DemoEntity = new Entity({
  name: 'Demo',
  table,
  timestamps: false,
  schema: item({
    demo: string().key().default('DEMO'),
    en: string(),
    de: string(),
    /** The bots that answer from the help centre's articles. */
    helpEn: string().optional(),
    helpDe: string().optional(),
  }),
  computeKey: () => ({ pk: 'DEMO', sk: 'DEMO' }),
});
