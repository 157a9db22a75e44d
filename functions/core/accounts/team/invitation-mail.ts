import type { Language } from '#contract/accounts/profile';
import { INVITATION_DAYS } from '#contract/accounts/team';
import type { MailDraft } from '#core/base/mail/compose';
import type { StoredInvitation } from './entity';

type Invited = Pick<StoredInvitation, 'email' | 'role' | 'language' | 'inviterName' | 'message'>;

/**
 * Invites somebody into an account. Anybody can have anybody mailed: what the inviter wrote leads nowhere, and the mail
 * says that it is theirs. It is the same whether the address has an account or not.
 */
export function invitationMail(
  { email, role, language, inviterName, message }: Invited,
  accountName: string,
  url: string,
): MailDraft {
  const texts = TEXTS[language];
  const body = texts.body(inviterName, accountName, texts.roles[role]);
  return {
    to: email,
    subject: texts.subject(cut(inviterName), cut(accountName)),
    language,
    heading: texts.heading(accountName),
    paragraphs: [body, ...(message ? [texts.quoted(inviterName, message)] : []), texts.how(email)],
    action: { label: texts.action, url, otherwise: texts.otherwise },
    notes: [texts.note],
    footer: texts.footer,
    preview: body,
  };
}

interface Texts {
  subject(inviter: string, account: string): string;
  heading(account: string): string;
  body(inviter: string, account: string, role: string): string;
  readonly roles: Readonly<Record<Invited['role'], string>>;
  quoted(inviter: string, message: string): string;
  how(email: string): string;
  readonly action: string;
  readonly otherwise: string;
  readonly note: string;
  readonly footer: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    subject: (inviter, account) => `${inviter} invites you to ${account} on Parley`,
    heading: (account) => `Join ${account} on Parley`,
    body: (inviter, account, role) => `${inviter} invites you to work in the account ${account} as ${role}.`,
    roles: { admin: 'an admin', member: 'a member', viewer: 'a viewer' },
    quoted: (inviter, message) => `${inviter} writes: “${message}”`,
    how: (email) =>
      `The link works with any Parley account, a new one as well: it does not have to use the address ${email}. Don’t pass it on, since it works once, for whoever opens it.`,
    action: 'Open the invitation',
    otherwise: 'If the button does not work, open this link:',
    note: `The invitation is valid for ${INVITATION_DAYS} days. You don’t know what this is about? Then ignore this e-mail.`,
    footer: 'Parley: chatbots that answer from your own documents and show their sources.',
  },
  de: {
    subject: (inviter, account) => `${inviter} lädt Sie zu ${account} bei Parley ein`,
    heading: (account) => `Arbeiten Sie in ${account} bei Parley mit`,
    body: (inviter, account, role) => `${inviter} lädt Sie ein, im Konto ${account} ${role} mitzuarbeiten.`,
    roles: { admin: 'als Administrator', member: 'als Mitglied', viewer: 'mit Lesezugriff' },
    quoted: (inviter, message) => `${inviter} schreibt: „${message}“`,
    how: (email) =>
      `Der Link gilt mit jedem Parley-Konto, auch einem neuen: Es muss nicht die Adresse ${email} haben. Geben Sie ihn nicht weiter, denn er gilt einmal, für jeden, der ihn öffnet.`,
    action: 'Einladung öffnen',
    otherwise: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
    note: `Die Einladung gilt ${INVITATION_DAYS} Tage. Sie wissen nicht, worum es geht? Dann ignorieren Sie diese E-Mail.`,
    footer: 'Parley: Chatbots, die aus Ihren eigenen Dokumenten antworten und ihre Quellen zeigen.',
  },
};

/** Letters of a name that a subject has room for: mail programs show little more of both. */
const NAME_IN_SUBJECT = 50;
const letters = new Intl.Segmenter();

/** A long name ends in the subject where a letter ends, so that no sign of several characters is torn. */
function cut(name: string): string {
  if (name.length <= NAME_IN_SUBJECT) return name;
  const end = [...letters.segment(name)].findLast(({ index }) => index < NAME_IN_SUBJECT)?.index ?? 0;
  return `${name.slice(0, end).trimEnd()}…`;
}
