import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** Errors of browsers that are alike, as one item. gsi1 lists them by when they were last seen. */
export const ClientErrorEntity = new Entity({
  name: 'ClientError',
  table,
  timestamps: false,
  schema: item({
    fingerprint: string().key(),
    errorName: string(),
    message: string(),
    stack: string().optional(),
    count: number(),
    firstSeen: string(),
    lastSeen: string(),
    release: string().optional(),
    page: string(),
    language: string().enum('en', 'de'),
    userAgent: string(),
    /** What administrators think of it; none is open. */
    status: string().enum('open', 'resolved', 'ignored').optional(),
    expiresAt: number(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ fingerprint }) => clientErrorKey(fingerprint),
});
export type StoredClientError = FormattedItem<typeof ClientErrorEntity>;

export function clientErrorKey(fingerprint: string) {
  return { pk: `CLIENT_ERROR#${fingerprint}`, sk: 'CLIENT_ERROR' };
}

export const CLIENT_ERRORS = 'CLIENT_ERRORS';

/** The index attributes of a group. */
export function clientErrorIndex(lastSeen: string, fingerprint: string) {
  return { gsi1pk: CLIENT_ERRORS, gsi1sk: `${lastSeen}#${fingerprint}` };
}
