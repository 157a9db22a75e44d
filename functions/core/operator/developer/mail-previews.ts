import { PLAN_NAMES } from '#contract/accounts/plans';
import type { Language } from '#contract/accounts/profile';
import { AccountId, ConversationId, MessageId, NotificationId } from '#contract/base/ids';
import type { Message } from '#contract/conversations/conversations';
import type { NotificationKind } from '#contract/insight/notifications';
import type { MailPreview } from '#contract/operator/developer';
import { composeAuthMail } from '#core/accounts/auth-mail';
import { changedMail, takenMail } from '#core/accounts/security/email-mail';
import { type SecurityNews, securityMail } from '#core/accounts/security/security-mail';
import { invitationMail } from '#core/accounts/team/invitation-mail';
import { composeMail, type MailDraft } from '#core/base/mail/compose';
import type { MailKind } from '#core/base/mail/mails';
import { alertMail } from '#core/conversations/inbox/alert-mail';
import { digestMail } from '#core/conversations/inbox/digest-mail';
import { limitMail } from '#core/conversations/inbox/limit-mail';
import { replyMail } from '#core/conversations/inbox/reply-mail';
import { transcriptMail } from '#core/conversations/visitors/transcript-mail';
import { notificationMail } from '#core/insight/notifications/notification-mail';
import { confirmationMail } from '#core/insight/reports/confirmation-mail';
import { reportMail } from '#core/insight/reports/report-mail';
import { deletionMail } from '#core/lifecycle/accounts/deletion-mail';
import { exportMail } from '#core/lifecycle/accounts/export-mail';
import { confirmationMail as contactConfirmationMail } from '#core/site/contact/confirmation-mail';
import { contactMail } from '#core/site/contact/contact-mail';
import { ParleyError } from '#platform/errors';
import type { OutgoingMail } from '#platform/mail';
import { answerMail } from '../admin/answer-mail';

/** Where the links of the mails lead. */
export interface Origins {
  readonly app: string;
  readonly root: string;
}

type Composed = Pick<OutgoingMail, 'subject' | 'html'> & { readonly text?: string };
/** Cognito's own, or the draft of a kind of ours. */
type Preview = Promise<Composed> | readonly [MailKind, MailDraft];
type Compose = (language: Language, origins: Origins) => Preview;

const TO = 'kim@customer.example';
const AT = '2026-03-02T09:15:00.000Z';
const COMPANY = 'Example Ltd';

/** Every mail, composed by the code that sends it, with made-up people. */
const MAILS: Readonly<Record<string, Compose>> = {
  'sign-up': (language, { root }) => auth('CustomMessage_SignUp', language, root),
  'forgotten-password': (language, { root }) => auth('CustomMessage_ForgotPassword', language, root),
  'new-address': (language, { root }) => auth('CustomMessage_UpdateUserAttribute', language, root),
  'address-changed': (language, { root }) => [
    'address_changed',
    changedMail(TO, language, { email: 'kim.new@customer.example', url: root }),
  ],
  'address-taken': (language, { root }) => ['new_address', takenMail(TO, language, root)],
  'second-factor-on': (language, { app }) => security('on', language, app),
  'second-factor-off': (language, { app }) => security('off', language, app),
  'recovery-codes-renewed': (language, { app }) => security('codes', language, app),
  'recovery-code-used': (language, { app }) => security('recovered', language, app),
  'password-changed': (language, { app }) => security('password', language, app),
  'user-by-operator': (language, { root }) => auth('CustomMessage_AdminCreateUser', language, root),
  invitation: (language, { app }) => [
    'invitation',
    invitationMail(
      {
        email: TO,
        role: 'member',
        language,
        inviterName: 'Jo Example',
        message: language === 'de' ? 'Schön, dass du dabei bist!' : 'Glad to have you with us!',
      },
      COMPANY,
      `${app}/invitations/accept#sample`,
    ),
  ],
  'visitor-waits': (language, { app }) => [
    'visitor_waits',
    alertMail(TO, language, {
      botName: 'Front desk',
      trigger: 'keywords',
      said: question(language),
      url: `${app}/conversations/sample`,
    }),
  ],
  'reply-to-visitor': (language) => [
    'reply',
    replyMail({
      to: TO,
      language,
      companyName: COMPANY,
      timeZone: 'Europe/Berlin',
      page: 'https://shop.example/help',
      allowedDomains: ['shop.example'],
      asked: message('visitor', question(language)),
      replies: [message('agent', reply(language))],
    }),
  ],
  transcript: (language) => [
    'transcript',
    transcriptMail({
      to: TO,
      language,
      botName: 'Front desk',
      companyName: COMPANY,
      timeZone: 'Europe/Berlin',
      startedAt: AT,
      messages: [message('visitor', question(language)), message('bot', reply(language))],
      isShortened: false,
    }),
  ],
  'visitors-wait': (language, { app }) => [
    'visitors_wait',
    digestMail(TO, language, { count: 12, isMore: false, url: `${app}/conversations` }),
  ],
  'limit-near': (language, { app }) => [
    'limit',
    limitMail(TO, language, {
      botName: null,
      isReached: false,
      uses: [{ resource: 'conversations', used: 812, limit: 1_000 }],
      url: `${app}/billing`,
    }),
  ],
  'limit-reached': (language, { app }) => [
    'limit',
    limitMail(TO, language, {
      botName: 'Front desk',
      isReached: true,
      uses: [{ resource: 'modelAnswers', used: 500, limit: 500 }],
      url: `${app}/billing`,
    }),
  ],
  'trial-ending': (language, { app }) => billingNews('trial_ending', AT, language, app),
  'grace-ending': (language, { app }) => billingNews('grace_ending', AT, language, app),
  'payment-failed': (language, { app }) => billingNews('payment', null, language, app),
  'plan-ended': (language, { app }) => billingNews('plan_ended', 'Front desk', language, app),
  'report-confirmation': (language, { app }) => [
    'report_confirmation',
    confirmationMail(TO, language, {
      company: COMPANY,
      title: reportTitle(language),
      url: `${app}/reports/confirm#sample`,
    }),
  ],
  report: (language, { app }) => [
    'report',
    reportMail({
      to: TO,
      company: COMPANY,
      report: {
        title: reportTitle(language),
        description: '',
        subject: COMPANY,
        period: language === 'de' ? '23. Februar bis 1. März 2026' : '23 February to 1 March 2026',
        createdAt: new Date(AT),
        language,
        timeZone: 'Europe/Berlin',
        parts: [
          {
            type: 'metrics',
            key: 'metrics',
            title: '',
            metrics: [
              {
                key: 'conversations',
                label: language === 'de' ? 'Gespräche' : 'Conversations',
                kind: 'integer',
                value: 214,
                previous: 180,
              },
            ],
          },
        ],
      },
      isMember: true,
      dashboardUrl: `${app}/analytics`,
      subscription: {
        fileUrl: `${app}/report-mails#sample`,
        unsubscribePage: `${app}/reports/unsubscribe#sample`,
        unsubscribeUrl: `${app}/api/reports/unsubscribe`,
      },
      attachment: null,
    }),
  ],
  'export-ready': (language, { app }) => [
    'export_ready',
    exportMail(TO, language, `${app}/settings/account`),
  ],
  'account-deletion': (language, { app }) => [
    'account_deletion',
    deletionMail(TO, language, { account: COMPANY, deletesAt: AT, url: `${app}/settings/account` }),
  ],
  'contact-confirmation': (language, { app }) => [
    'contact_confirmation',
    contactConfirmationMail({ email: TO, language, userId: 'sample' }, 'C-00000000', app),
  ],
  contact: (language) => [
    'contact',
    contactMail(
      'operator@parley.example',
      {
        id: '00000000-0000-4000-8000-000000000000',
        name: 'Kim Visitor',
        email: TO,
        subject: language === 'de' ? 'Eine Frage zum Tarif' : 'A question about the plan',
        message: question(language),
        category: 'sales',
        priority: 'normal',
        language,
      },
      'C-00000000',
    ),
  ],
  'answer-to-message': (language) => [
    'contact_answer',
    answerMail('operator@parley.example', {
      to: TO,
      reference: 'C-00000000',
      message: question(language),
      answer: reply(language),
      language,
    }),
  ],
};

export function listMailPreviews(): { items: { name: string }[] } {
  return { items: Object.keys(MAILS).map((name) => ({ name })) };
}

/** A mail as it is sent. */
export async function getMailPreview(
  origins: Origins,
  name: string,
  language: Language,
): Promise<MailPreview> {
  const compose = Object.hasOwn(MAILS, name) ? MAILS[name] : undefined;
  if (!compose) throw new ParleyError('developer.mail_not_found');
  const preview = await compose(language, origins);
  const { subject, html, text }: Composed = 'html' in preview ? preview : composeMail(...preview);
  return { subject, html, text: text ?? null };
}

function billingNews(
  kind: NotificationKind,
  detail: string | null,
  language: Language,
  app: string,
): Preview {
  const notice = {
    id: NotificationId.parse('sample'),
    accountId: AccountId.parse('sample'),
    kind,
    at: AT,
    to: { permission: 'billing.manage' },
    name: PLAN_NAMES.professional,
    detail,
    path: '/billing',
  } as const;
  return ['notification', notificationMail({ email: TO, language }, notice, app)];
}

function security(news: SecurityNews, language: Language, app: string): Preview {
  return ['security', securityMail(TO, language, { news, url: `${app}/settings/security` })];
}

async function auth(trigger: string, language: Language, root: string): Promise<Composed> {
  const mail = await composeAuthMail(root, {
    trigger,
    userName: '00000000-0000-4000-8000-000000000000',
    attributes: { email: TO, name: 'Kim Visitor', locale: language, sub: 'sample' },
    code: '123456',
    userNamePlace: TO,
    alpha: false,
    language,
  });
  if (!mail) throw new Error(`Cognito's own text answers for ${trigger}.`);
  return mail;
}

function message(author: Message['author'], text: string): Message {
  return {
    id: MessageId.parse(`sample-${author}`),
    conversationId: ConversationId.parse('sample'),
    author,
    authorName: author === 'agent' ? 'Jo Example' : null,
    text,
    createdAt: AT,
    clientMessageId: null,
    inReplyTo: null,
    kind: null,
    citations: [],
    prompt: null,
    attachment: null,
    thumb: null,
  };
}

function question(language: Language): string {
  return language === 'de' ? 'Liefern Sie auch nach Norwegen?' : 'Do you deliver to Norway, too?';
}

function reply(language: Language): string {
  return language === 'de'
    ? 'Ja, nach Norwegen liefern wir in fünf Werktagen.'
    : 'Yes, to Norway we deliver within five working days.';
}

function reportTitle(language: Language): string {
  return language === 'de' ? 'Bericht der Woche' : 'Report of the week';
}
