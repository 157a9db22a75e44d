import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from './addresses';
import type { Inbox, Mail, MailSummary, OutgoingMail } from './mail';

/** A mail as it lies on disk, its attachments in base64. */
interface StoredMail extends Omit<Mail, 'attachments'> {
  readonly attachments: readonly {
    readonly fileName: string;
    readonly contentType: string;
    readonly contentId: string | null;
    readonly content: string;
  }[];
}

interface Entry {
  readonly summary: MailSummary;
  /** Addresses in lower case. */
  readonly recipients: ReadonlySet<string>;
}

/** Delivered mails, a file each, so that one is there as a whole or not at all. */
export class Mailbox implements Inbox {
  private readonly entries = new Map<string, Entry>();
  private delivered = 0;

  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory).sort()) {
      if (name.endsWith('.json')) this.remember(this.read(name.slice(0, -'.json'.length)));
      // A kill has left it half-written; its sender was never answered.
      else rmSync(join(directory, name), { force: true });
    }
  }

  deliver(mail: OutgoingMail): string {
    const stored: StoredMail = {
      id: this.nextId(),
      receivedAt: new Date(this.now()).toISOString(),
      from: mail.from,
      to: mail.to,
      cc: mail.cc ?? [],
      bcc: mail.bcc ?? [],
      replyTo: mail.replyTo ?? [],
      subject: mail.subject,
      text: mail.text ?? null,
      html: mail.html ?? null,
      headers: mail.headers ?? [],
      attachments: (mail.attachments ?? []).map((attachment) => ({
        fileName: attachment.fileName,
        contentType: attachment.contentType,
        contentId: attachment.contentId ?? null,
        content: Buffer.from(attachment.content).toString('base64'),
      })),
    };
    const file = this.file(stored.id);
    writeFileSync(`${file}.part`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${file}.part`, file);
    this.remember(stored);
    return stored.id;
  }

  listMails(filter: { readonly to?: string } = {}): readonly MailSummary[] {
    const to = filter.to?.toLowerCase();
    return [...this.entries.values()]
      .filter(({ recipients }) => to === undefined || recipients.has(to))
      .map(({ summary }) => summary)
      .reverse();
  }

  getMail(id: string): Mail | undefined {
    if (!this.entries.has(id)) return undefined;
    const stored = this.read(id);
    return {
      ...stored,
      // Mails of before it was kept have none.
      headers: stored.headers ?? [],
      attachments: stored.attachments.map((attachment) => ({
        ...attachment,
        content: Buffer.from(attachment.content, 'base64'),
      })),
    };
  }

  clear(): void {
    for (const id of this.entries.keys()) rmSync(this.file(id), { force: true });
    this.entries.clear();
  }

  private remember(mail: StoredMail): void {
    const { id, receivedAt, from, to, subject } = mail;
    const recipients = [...to, ...mail.cc, ...mail.bcc].map((one) => (addressOf(one) ?? one).toLowerCase());
    this.entries.set(id, { summary: { id, receivedAt, from, to, subject }, recipients: new Set(recipients) });
  }

  private read(id: string): StoredMail {
    return JSON.parse(readFileSync(this.file(id), 'utf8')) as StoredMail;
  }

  private file(id: string): string {
    return join(this.directory, `${id}.json`);
  }

  /** Like SES's: time first, so that names of files sort as the mails came. */
  private nextId(): string {
    this.delivered += 1;
    const time = this.now().toString(16).padStart(12, '0');
    return `${time}${(this.delivered % 0x10000).toString(16).padStart(4, '0')}-${randomUUID()}-000000`;
  }
}
