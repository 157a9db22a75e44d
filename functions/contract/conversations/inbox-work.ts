import * as z from 'zod';
import { Language } from '../accounts/profile';
import { Citation } from '../answers/citation';
import { ErrorCode } from '../base/error-body';
import { EXPORT_FORMATS } from '../base/export-format';
import { CannedReplyId, ClientMessageId, ConversationId, UserId } from '../base/ids';
import { Line, Lines, List, Text } from '../base/text';
import { MOST_AT_ONCE } from './bounds';

/** Somebody who may answer visitors. */
export const Agent = z.object({
  userId: UserId,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  /** Whether conversations are assigned to them in turn. */
  available: z.boolean(),
});
export type Agent = z.infer<typeof Agent>;

export const AgentList = z.object({ items: z.array(Agent) });
export type AgentList = z.infer<typeof AgentList>;

export const SetAvailability = z.object({ available: z.boolean() });
export type SetAvailability = z.infer<typeof SetAvailability>;

/** A person, nobody, or the available agent who has waited longest for one. */
export const AssignTo = z.union([z.enum(['next', 'nobody']), UserId]);
export type AssignTo = z.infer<typeof AssignTo>;

export const AssignConversation = z.object({ to: AssignTo });
export type AssignConversation = z.infer<typeof AssignConversation>;

const MAX_NOTE_LENGTH = 4_000;
const MAX_MENTIONS = 20;

/** A note for the team; those whom it mentions are told. The same id again stores nothing twice. */
export const AddNote = z.object({
  id: ClientMessageId,
  text: Lines({ min: 1, max: MAX_NOTE_LENGTH }),
  mentions: List(z.array(UserId).max(MAX_MENTIONS), MAX_MENTIONS).default([]),
});
export type AddNote = z.infer<typeof AddNote>;

export const TIMELINE_KINDS = [
  'note',
  'take_over',
  'hand_back',
  'resolve',
  'reopen',
  'assign',
  'unassign',
  'end',
  'return_to_bot',
  'rate',
] as const;

/** What the team did in a conversation, and what its visitor did beside writing. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.iso.datetime(),
  /** Null: the visitor. */
  by: z.object({ userId: UserId, name: z.string() }).nullable(),
  /** Of a note; of a rating what the visitor said to it. */
  text: z.string().nullable(),
  /** Of an assignment: to whom. */
  to: z.string().nullable(),
  /** Of a rating. */
  stars: z.number().int().min(1).max(5).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const Timeline = z.object({ items: z.array(TimelineEntry) });
export type Timeline = z.infer<typeof Timeline>;

/** An agent has the conversation open, and writes in it. */
export const ShowPresence = z.object({ typing: z.boolean() });
export type ShowPresence = z.infer<typeof ShowPresence>;

const ConversationIds = List(z.array(ConversationId).min(1).max(MOST_AT_ONCE), MOST_AT_ONCE);

export const ActOnConversations = z.object({
  ids: ConversationIds,
  action: z.enum(['resolve', 'reopen', 'assign', 'delete', 'restore']),
  /** Of `assign`. */
  to: AssignTo.optional(),
});
export type ActOnConversations = z.infer<typeof ActOnConversations>;

/** Which of them were changed, and why the others were not. */
export const ConversationsActedOn = z.object({
  items: z.array(z.object({ id: ConversationId, error: ErrorCode.nullable() })),
});
export type ConversationsActedOn = z.infer<typeof ConversationsActedOn>;

export const ExportConversations = z.object({
  ids: ConversationIds,
  format: z.enum(EXPORT_FORMATS),
  language: Language,
  /** Whether the file also has the team's notes, marked as internal. */
  notes: z.boolean().default(false),
});
export type ExportConversations = z.infer<typeof ExportConversations>;

const MOST_VIEWS = 20;

/** A filter of the list under a name, as the address of the page has it. */
export const SavedView = z.object({ name: Line({ min: 1, max: 60 }), address: Text(500) });
export type SavedView = z.infer<typeof SavedView>;

/** A person's own. `version` is that of the list which was changed: another window's change is not written over. */
export const SavedViews = z.object({
  version: z.number().int().nonnegative(),
  items: List(z.array(SavedView).max(MOST_VIEWS), MOST_VIEWS),
});
export type SavedViews = z.infer<typeof SavedViews>;

export const MAX_CANNED_REPLIES = 200;

export const WriteCannedReply = z.object({
  title: Line({ min: 1, max: 60 }),
  text: Lines({ min: 1, max: 2_000 }),
});
export type WriteCannedReply = z.infer<typeof WriteCannedReply>;

export const CannedReply = z.object({ id: CannedReplyId, title: z.string(), text: z.string() });
export type CannedReply = z.infer<typeof CannedReply>;

export const CannedReplyList = z.object({ items: z.array(CannedReply) });
export type CannedReplyList = z.infer<typeof CannedReplyList>;

/** What the documents say to the visitor's last message, for the agent to change and send. */
export const ReplyDraft = z.object({
  text: z.string(),
  isSupported: z.boolean(),
  citations: z.array(Citation),
});
export type ReplyDraft = z.infer<typeof ReplyDraft>;
