import { GetItemCommand } from 'dynamodb-toolbox';
import type { Language } from '../../contract/profile';
import { cleanLine } from '../../contract/text';
import { AddressEntity } from '../accounts/entity';
import { languageOf, type UserAttributes } from '../accounts/sign-up';
import { AUTH_MAIL_TEXTS } from './auth-mail-texts';
import { type MailContent, renderMail } from './layout';

export interface AuthMailRequest {
  /** Cognito's `CustomMessage_…`. */
  readonly trigger: string;
  readonly userName: string;
  readonly attributes: UserAttributes;
  /** Where Cognito puts the code in: `{####}`. */
  readonly code: string;
  /** The sign-up came by the alpha programme; the page that confirms it passes this on. */
  readonly alpha: boolean;
}

export interface AuthMail {
  readonly subject: string;
  readonly html: string;
}

/** The mail that Cognito sends for a trigger, or null where its own text does. */
export async function composeAuthMail(appOrigin: string, request: AuthMailRequest): Promise<AuthMail | null> {
  const language = languageOf(request.attributes);
  switch (request.trigger) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return (await hasAccount(request))
        ? knownAddressMail(appOrigin, language, request)
        : confirmationMail(appOrigin, language, request);
    case 'CustomMessage_ForgotPassword':
      return resetMail(appOrigin, language, request);
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return codeMail(language, request);
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

function confirmationMail(appOrigin: string, language: Language, request: AuthMailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[language].confirm;
  const alpha = request.alpha ? '&alpha=true' : '';
  return mail(language, texts, {
    paragraphs: [texts.greeting(greetedName(request)), texts.body],
    action: { label: texts.action, url: `${pageWithCode(appOrigin, '/auth/confirm', request)}${alpha}` },
  });
}

/**
 * Confirming would fail, since the address belongs to an account, so this says how to get into that one.
 * Cognito sends no message without the code: it stands there as what it is.
 */
function knownAddressMail(appOrigin: string, language: Language, request: AuthMailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[language].known;
  return mail(language, texts, {
    paragraphs: [texts.body, texts.forgotten],
    action: { label: texts.action, url: `${appOrigin}/auth/login` },
    notes: [...texts.notes, texts.code(request.code)],
  });
}

function resetMail(appOrigin: string, language: Language, request: AuthMailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[language].reset;
  return mail(language, texts, {
    paragraphs: [texts.greeting(greetedName(request)), texts.body],
    action: { label: texts.action, url: pageWithCode(appOrigin, '/reset-password', request) },
  });
}

function codeMail(language: Language, request: AuthMailRequest): AuthMail {
  const texts = AUTH_MAIL_TEXTS[language].code;
  return mail(language, texts, {
    paragraphs: [texts.greeting(greetedName(request)), texts.body],
    code: request.code,
  });
}

interface MailTexts {
  readonly subject: string;
  readonly heading: string;
  readonly notes: readonly string[];
}

function mail(
  language: Language,
  { subject, heading, notes }: MailTexts,
  content: Pick<MailContent, 'paragraphs' | 'action' | 'code'> & { readonly notes?: readonly string[] },
): AuthMail {
  const { footer } = AUTH_MAIL_TEXTS[language];
  return { subject, html: renderMail({ language, heading, footer, notes, ...content }) };
}

/**
 * The code goes into the fragment, which no server and no log on the way sees. It is put in by Cognito, later
 * and literally, so the address is concatenated: an encoder would break the placeholder.
 */
function pageWithCode(appOrigin: string, path: string, { userName, code }: AuthMailRequest): string {
  return `${appOrigin}${path}#username=${encodeURIComponent(userName)}&code=${code}`;
}

/**
 * The whole name: which of its words a person is greeted by, no rule can tell (`Dr. Ada Lovelace`, `van Dyck`).
 * None where it is more than a name: anybody can have a mail sent to any address, and what is put into it must not
 * become the stranger's message.
 */
function greetedName({ attributes }: AuthMailRequest): string {
  const name = cleanLine(attributes.name ?? '');
  return name.length <= MAX_GREETED && !LINK.test(name) ? name : '';
}

const MAX_GREETED = 60;
/** What mail programs make a link of. */
const LINK = /[/:@\\]|\p{L}{2,}\.\p{L}{2,}|www\./iu;
