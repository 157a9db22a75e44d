import * as z from 'zod';
import { AttachmentId } from '../base/ids';
import { Line } from '../base/text';
import { UploadForm } from '../knowledge/documents';

/** Kinds of files that a visitor may hand in: none that a browser or an office program runs. */
export const ATTACHMENT_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
] as const;
export const AttachmentType = z.enum(ATTACHMENT_TYPES);
export type AttachmentType = z.infer<typeof AttachmentType>;

/** Bytes of one file, and files of one conversation. */
export const MAX_ATTACHMENT_BYTES = 10_000_000;
export const MAX_ATTACHMENTS = 20;

export const Attachment = z.object({
  id: AttachmentId,
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  type: AttachmentType,
});
export type Attachment = z.infer<typeof Attachment>;

/** Announces a file. A message then names it by its id; one that is never named is erased. */
export const RequestUpload = z.object({
  name: Line({ min: 1, max: 200 }),
  size: z.number().int().positive().max(MAX_ATTACHMENT_BYTES),
  type: AttachmentType,
});
export type RequestUpload = z.infer<typeof RequestUpload>;

/** `upload` is a form that takes exactly this file, once, for some minutes. */
export const AttachmentGrant = z.object({ attachmentId: AttachmentId, upload: UploadForm });
export type AttachmentGrant = z.infer<typeof AttachmentGrant>;
