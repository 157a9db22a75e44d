import type { MailAttachment, OutgoingMail } from '#platform/mail';
import { type MailContent, renderMail } from './layout';
import type { MailKind } from './mails';
import { MAILS } from './mails';
import { textOf } from './text';
import { unlinked } from './unlinked';

/** A mail before it is laid out: text and HTML are made of the same parts. */
export interface MailDraft extends MailContent {
  readonly to: string;
  /** Without one, the heading. */
  readonly subject?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
  readonly unsubscribeUrl?: string;
}

const PRODUCT = 'Parley';

/** As it is sent: by what its kind allows, what people wrote leads nowhere. */
export function composeMail(kind: MailKind, draft: MailDraft): OutgoingMail {
  const { to, subject = draft.heading, replyTo, attachments, unsubscribeUrl, ...content } = draft;
  const shown =
    MAILS[kind].links === 'live' ? { ...content, subject } : withDeadLinks({ ...content, subject });
  // Whoever's words a mail has, it says that it is ours: the name alone could be anybody's.
  const branded = { ...shown, brand: [PRODUCT, ...(shown.brand ? [shown.brand] : [])].join(' · ') };
  return {
    to,
    fromName: branded.brand,
    ...(replyTo !== undefined && { replyTo }),
    // No text can begin another field of the mail's head.
    subject: shown.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
    text: textOf(branded),
    html: renderMail(branded),
    ...(attachments && { attachments }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}

type Shown = MailContent & { readonly subject: string };

/** All but the addresses of buttons, which are ours. */
function withDeadLinks(content: Shown): Shown {
  const { subject, brand, heading, paragraphs, transcript, notes, footer, preview, figures } = content;
  return {
    ...content,
    subject: unlinked(subject),
    ...(brand !== undefined && { brand: unlinked(brand) }),
    heading: unlinked(heading),
    paragraphs: paragraphs.map(unlinked),
    ...(transcript && {
      transcript: transcript.map((line) => ({
        ...line,
        who: unlinked(line.who),
        text: unlinked(line.text),
        notes: line.notes.map(unlinked),
      })),
    }),
    ...(figures && { figures: figures.map((figure) => ({ ...figure, label: unlinked(figure.label) })) }),
    notes: notes.map(unlinked),
    footer: unlinked(footer),
    ...(preview !== undefined && { preview: unlinked(preview) }),
  };
}
