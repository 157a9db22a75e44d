import type { Language } from '#contract/accounts/profile';
import { INVITATION_DAYS } from '#contract/accounts/team';
import { renderMail } from '#core/base/mail/layout';
import { unlinked } from '#core/base/mail/unlinked';
import type { OutgoingMail } from '#platform/mail';
import type { StoredInvitation } from './entity';

type Invited = Pick<StoredInvitation, 'email' | 'role' | 'language' | 'inviterName' | 'message'>;

/**
 * Invites somebody into an account. Anybody can have anybody mailed: what the inviter wrote leads nowhere, and the mail
 * says that it is hers. It is the same whether the address has an account or not.
 */
export function invitationMail(
  { email, role, language, inviterName, message }: Invited,
  accountName: string,
  url: string,
): OutgoingMail {
  const texts = TEXTS[language];
  const [inviter, account] = [unlinked(inviterName), unlinked(accountName)];
  const [from, to] = [unlinked(cut(inviterName)), unlinked(cut(accountName))];
  const heading = texts.heading(account);
  const body = texts.body(inviter, account, texts.roles[role]);
  const quote = message ? [texts.quoted(inviter, unlinked(message))] : [];
  const how = texts.how(email);
  return {
    to: email,
    subject: oneLine(texts.subject(from, to)),
    text: [
      heading,
      '',
      body,
      ...quote,
      '',
      how,
      '',
      `${texts.action}: ${url}`,
      '',
      texts.note,
      '--',
      texts.footer,
    ].join('\n'),
    html: renderMail({
      language,
      heading,
      paragraphs: [body, ...quote, how],
      action: { label: texts.action, url, otherwise: texts.otherwise },
      notes: [texts.note],
      footer: texts.footer,
      preview: body,
    }),
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

/** Names have no line break; the head of a mail is worth a second look. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
