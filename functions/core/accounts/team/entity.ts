import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { accountPartition } from '../entity';

/** An address that is invited into an account: one item an address, whatever became of its invitations. */
export const InvitationEntity = new Entity({
  name: 'Invitation',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** Made of the address, so that of two at once for the same address one counts. */
    invitationId: string().key(),
    email: string(),
    role: string().enum('admin', 'member', 'viewer'),
    message: string().optional(),
    language: string().enum('en', 'de'),
    inviterName: string(),
    status: string().enum('pending', 'accepted', 'declined', 'revoked'),
    /** Of the newest link, the only one that is valid. */
    tokenHash: string(),
    invitedAt: string(),
    validUntil: string(),
    /** Who accepted: for them the link goes on to work. */
    acceptedBy: string().optional(),
    createdAt: string(),
    updatedAt: string(),
    /** Seconds since 1970. It outlives its link, so that this can say what became of it. */
    expiresAt: number(),
  }),
  computeKey: ({ accountId, invitationId }) => ({
    pk: accountPartition(accountId),
    sk: `${INVITATION_PREFIX}${invitationId}`,
  }),
});
export type StoredInvitation = FormattedItem<typeof InvitationEntity>;

export const INVITATION_PREFIX = 'INVITATION#';

/** Leads from a link to its invitation. Found by a hash, so that reading the table opens no account. */
export const InvitationLinkEntity = new Entity({
  name: 'InvitationLink',
  table,
  timestamps: false,
  schema: item({
    tokenHash: string().key(),
    accountId: string(),
    invitationId: string(),
    expiresAt: number(),
  }),
  computeKey: ({ tokenHash }) => ({ pk: `INVITATION#${tokenHash}`, sk: 'LINK' }),
});
