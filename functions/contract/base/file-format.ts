import * as z from 'zod';

/** What exports and reports are written as. */
export const FileFormat = z.enum(['csv', 'json', 'xlsx', 'pdf']);
export type FileFormat = z.infer<typeof FileFormat>;
