/** What exports and reports are written as. */
export const FILE_FORMATS = ['csv', 'json', 'xlsx', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
