import { GetItemCommand } from 'dynamodb-toolbox';
import { Language } from '#contract/accounts/profile';
import { cleanLine } from '#contract/base/clean';
import { type MailContent, renderMail } from '#core/base/mail/layout';
import { AUTH_MAIL_TEXTS } from './auth-mail-texts';
import { AddressEntity } from './entity';
import { languageOf, type UserAttributes } from './sign-up';

export interface AuthMailRequest {
  /** Cognito's `CustomMessage_…`. */
  readonly trigger: string;
  readonly userName: string;
  readonly attributes: UserAttributes;
  /** Where Cognito puts the code in: `{####}`. */
  readonly code: string;
  /** Where it puts the user name of somebody whom an operator creates. */
  readonly userNamePlace?: string | null | undefined;
  /** The sign-up came by the alpha programme; the page that confirms it passes this on. */
  readonly alpha: boolean;
  /** What the person reads at the moment; without it, the language that they signed up in. */
  readonly language?: string | undefined;
}

export interface AuthMail {
  readonly subject: string;
  readonly html: string;
}

interface MailRequest extends AuthMailRequest {
  readonly origin: string;
  readonly reads: Language;
}

/**
 * The mail that Cognito sends for a trigger, or null where its own text does. Its links lead to `origin`, the root
 * host. Cognito takes one message, which it sends as HTML: there is no plain part to give.
 */
export async function composeAuthMail(origin: string, asked: AuthMailRequest): Promise<AuthMail | null> {
  const reads = Language.safeParse(asked.language).data ?? languageOf(asked.attributes);
  const request = { ...asked, origin, reads };
  switch (asked.trigger) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return (await hasAccount(request)) ? knownAddressMail(request) : confirmationMail(request);
    case 'CustomMessage_ForgotPassword':
      return resetMail(request);
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return codeMail(request);
    case 'CustomMessage_AdminCreateUser':
      return invitationMail(request);
    default:
      return null;
  }
}

/** Sign-up can't tell a stranger whether an address has an account, but the address itself may be told. */
async function hasAccount({ attributes, userName }: AuthMailRequest): Promise<boolean> {
  if (!attributes.email) return false;
  const { Item } = await AddressEntity.build(GetItemCommand).key({ email: attributes.email }).send();
  return Item !== undefined && Item.userId !== (attributes.sub ?? userName);
}

function confirmationMail(request: MailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[request.reads].confirm;
  const alpha = request.alpha ? '&alpha=true' : '';
  return mail(request, texts, {
    paragraphs: [greeting(request), request.alpha ? `${texts.body} ${texts.alpha}` : texts.body],
    action: { label: texts.action, url: `${pageWithCode('/auth/confirm', request)}${alpha}` },
  });
}

/**
 * Confirming would fail, since the address belongs to an account, so this says how to get into that one. Cognito
 * sends no message without the code, which is of no use here: it stands where nobody reads it.
 */
function knownAddressMail(request: MailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[request.reads].known;
  const { subject, html } = mail(request, texts, {
    paragraphs: [texts.body, texts.forgotten],
    action: { label: texts.action, url: `${request.origin}/auth/login` },
  });
  return { subject, html: `${html}<!-- ${request.code} -->` };
}

function resetMail(request: MailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[request.reads].reset;
  return mail(request, texts, {
    paragraphs: [greeting(request), texts.body],
    action: { label: texts.action, url: pageWithCode('/reset-password', request) },
  });
}

function codeMail(request: MailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[request.reads].code;
  return mail(request, texts, { paragraphs: [greeting(request), texts.body], code: request.code });
}

/** Cognito wants the user name in it as well, which is a random one here: people sign in with their address. */
function invitationMail(request: MailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[request.reads].invited;
  const { subject, html } = mail(request, texts, {
    paragraphs: [greeting(request), texts.body],
    code: request.code,
    action: { label: texts.action, url: `${request.origin}/auth/login` },
  });
  return { subject, html: request.userNamePlace ? `${html}<!-- ${request.userNamePlace} -->` : html };
}

interface MailTexts {
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  readonly notes: readonly string[];
}

function mail(
  { reads, origin }: MailRequest,
  { subject, heading, body, notes }: MailTexts,
  { action, ...content }: Pick<MailContent, 'paragraphs' | 'action' | 'code'>,
): AuthMail {
  const { footer, imprint, otherwise } = AUTH_MAIL_TEXTS[reads];
  const html = renderMail({
    language: reads,
    heading,
    preview: body,
    notes,
    footer,
    footerLinks: [
      { label: new URL(origin).host, url: origin },
      { label: imprint, url: `${origin}/impressum` },
    ],
    ...(action && { action: { ...action, otherwise } }),
    ...content,
  });
  return { subject, html };
}

/**
 * The code goes into the fragment, which no server and no log on the way sees. It is put in by Cognito, later
 * and literally, so the address is concatenated: an encoder would break the placeholder. The e-mail address is for
 * the page's words and for password managers, which would know a random user name else.
 */
function pageWithCode(path: string, { origin, userName, attributes, code }: MailRequest): string {
  const email = attributes.email ? `&email=${encodeURIComponent(attributes.email)}` : '';
  return `${origin}${path}#username=${encodeURIComponent(userName)}&code=${code}${email}`;
}

/**
 * By the whole name: which of its words a person is greeted by, no rule can tell (`Dr. Ada Lovelace`, `van Dyck`).
 */
function greeting({ reads, attributes }: MailRequest): string {
  return AUTH_MAIL_TEXTS[reads].greeting(greetable(attributes.name));
}

/**
 * The name where it looks like one. Anybody can sign up with anybody's address and any name: what could pass for a
 * message or a link must not reach that mailbox under our name.
 */
function greetable(name = ''): string {
  const words = cleanLine(name).split(/\s+/);
  const looksLikeOne =
    words.length <= MOST_WORDS && words.every((word) => NAME_WORD.test(word) && !LINK.test(word));
  return looksLikeOne ? words.join(' ') : '';
}

const MOST_WORDS = 4;
/** A word of a name or its abbreviation: `Müller-Lüdenscheidt`, `Dr.`, `J.R.R.` */
const NAME_WORD = /^(?:[\p{L}\p{M}'’-]{1,24}\.?|(?:\p{Lu}\.){1,4})$/u;
const LINK = /https?|www/i;
