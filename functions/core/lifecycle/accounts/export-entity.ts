import { any, Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { AccountExportStatus } from '#contract/accounts/account';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';

/** From where a stopped export goes on. */
export interface ExportPosition {
  /** Of `export-parts.ts`. */
  readonly part: string;
  /** What of it is written already; null: nothing yet. */
  readonly after: string | null;
  /** The number of the next file of the part. */
  readonly file: number;
}

export interface ExportVolume {
  readonly bytes: number;
  readonly entries: number;
}

/** The newest export of everything of an account. Its files lie in the exports' bucket as long as this does. */
export const AccountExportEntity = new Entity({
  name: 'AccountExport',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    exportId: string(),
    status: string().enum(...AccountExportStatus.options),
    requestedBy: string(),
    requestedAt: string(),
    /** When a volume was written last. */
    updatedAt: string(),
    completedAt: string().optional(),
    /** When the person that asked was mailed that it is complete. */
    mailedAt: string().optional(),
    volumes: any().castAs<readonly ExportVolume[]>(),
    volumeCount: number(),
    position: any().castAs<ExportPosition>().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'ACCOUNT_EXPORT' }),
});
export type StoredAccountExport = FormattedItem<typeof AccountExportEntity>;
