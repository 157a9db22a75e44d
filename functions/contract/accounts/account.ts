import * as z from 'zod';
import { Line } from '../base/text';

/** Where the logo of an account is; null where it has none. */
export const AccountLogo = z.object({ logoUrl: z.string().nullable() });
export type AccountLogo = z.infer<typeof AccountLogo>;

/** Days in which the deletion of an account can be undone. */
export const DELETION_DAYS = 14;

/** The name of the account, typed to confirm. */
export const RequestDeletion = z.object({ name: Line({ min: 1, max: 200 }) });
export type RequestDeletion = z.infer<typeof RequestDeletion>;

/** When everything of an account is erased, if nobody undoes it; null where nobody has asked for that. */
export const AccountDeletion = z.object({
  deletion: z.object({ requestedAt: z.iso.datetime(), deletesAt: z.iso.datetime() }).nullable(),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const AccountExportStatus = z.enum(['running', 'complete']);
export type AccountExportStatus = z.infer<typeof AccountExportStatus>;

/** The newest export of everything of an account: one ZIP file, or several where there is much. */
export const AccountExport = z.object({
  export: z
    .object({
      status: AccountExportStatus,
      requestedAt: z.iso.datetime(),
      /** In their order; more may come while it is running. */
      volumes: z.array(z.object({ bytes: z.number().int().nonnegative() })),
      /** When its files are gone. */
      expiresAt: z.iso.datetime(),
    })
    .nullable(),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** Which of its files, from 1. */
export const ExportVolumeQuery = z.object({ volume: z.coerce.number().int().min(1).max(10_000) });

const AccountName = Line({ min: 2, max: 160 });
/** What a company or a person calls its account. */
export const RenameAccount = z.object({ name: AccountName });
export type RenameAccount = z.infer<typeof RenameAccount>;
