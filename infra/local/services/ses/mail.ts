/** A mail that a sender hands over. */
export interface OutgoingMail {
  /** `name@example.com` or `Name <name@example.com>`. */
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly replyTo?: readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly OutgoingAttachment[];
  /** Further fields of its head. */
  readonly headers?: readonly MailHeader[];
}

export interface MailHeader {
  readonly name: string;
  readonly value: string;
}

export interface OutgoingAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** Names an inline part for `cid:` in the HTML. */
  readonly contentId?: string;
}

export interface MailSummary {
  /** SES's message id; ids sort by time. */
  readonly id: string;
  readonly receivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
}

export interface Mail extends MailSummary {
  readonly cc: readonly string[];
  /** Recipients that no header names. */
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly Attachment[];
  readonly headers: readonly MailHeader[];
}

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly content: Uint8Array;
}

/** Mails that were delivered, as the inbox page and tests read them. */
export interface Inbox {
  /** Newest first. `to` keeps those with this recipient (to, cc or bcc), whatever its case. */
  listMails(filter?: { readonly to?: string }): readonly MailSummary[];
  getMail(id: string): Mail | undefined;
  clear(): void;
}

export interface MailSender {
  /**
   * Delivers a mail and gives its message id; durable once it resolves. Throws when no verified identity covers
   * its sender. `unverified` is for mail that AWS sends under an address of its own.
   */
  send(mail: OutgoingMail, options?: { readonly unverified?: boolean }): Promise<string>;
}
