import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { SessionId } from '#contract/accounts/security';
import type { ErrorCode } from '#contract/base/errors';
import {
  AccountId,
  ApiKeyId,
  AttachmentId,
  BotId,
  CannedReplyId,
  ConversationId,
  DeliveryId,
  DocumentId,
  ExportId,
  GoldenId,
  InvitationId,
  MessageId,
  ReportScheduleId,
  ReportTemplateId,
  SiteId,
  SitePageId,
  UnansweredId,
  UserId,
  WebhookId,
  WidgetId,
} from '#contract/base/ids';
import { Text } from '#contract/base/text';
import { TemplateId } from '#contract/lifecycle/template-id';
import type { Route, RouteName } from '#contract/routes';
import { SubmissionId, SubmissionKind } from '#contract/site/feedback';
import { FeatureId } from '#contract/site/roadmap';
import { ParleyError } from './errors';
import { FOR_PEOPLE, invalidFields } from './field-problems';

/** A version's number in a path. */
const VersionNumber = z.string().regex(/^[1-9]\d{0,8}$/);

/** Path parameters, and the error of one that can't exist: to a caller it is the same as one that doesn't. */
const PARAMETERS: Readonly<
  Record<string, { readonly schema: z.ZodType<string>; readonly unknown: ErrorCode }>
> = {
  accountId: { schema: AccountId, unknown: 'admin.account_not_found' },
  apiKeyId: { schema: ApiKeyId, unknown: 'request.invalid' },
  attachmentId: { schema: AttachmentId, unknown: 'attachment.not_found' },
  botId: { schema: BotId, unknown: 'bot.not_found' },
  deliveryId: { schema: DeliveryId, unknown: 'webhook.delivery_not_found' },
  webhookId: { schema: WebhookId, unknown: 'webhook.not_found' },
  conversationId: { schema: ConversationId, unknown: 'conversation.not_found' },
  documentId: { schema: DocumentId, unknown: 'document.not_found' },
  sessionId: { schema: SessionId, unknown: 'request.invalid' },
  siteId: { schema: SiteId, unknown: 'site.not_found' },
  pageId: { schema: SitePageId, unknown: 'site.page_not_found' },
  goldenId: { schema: GoldenId, unknown: 'golden.not_found' },
  invitationId: { schema: InvitationId, unknown: 'invitation.not_found' },
  userId: { schema: UserId, unknown: 'admin.user_not_found' },
  clientErrorId: { schema: z.string().min(1).max(64), unknown: 'admin.error_not_found' },
  submissionKind: { schema: SubmissionKind, unknown: 'admin.submission_not_found' },
  submissionId: { schema: SubmissionId, unknown: 'admin.submission_not_found' },
  traceId: { schema: MessageId, unknown: 'conversation.not_found' },
  queueName: { schema: z.string().regex(/^[a-z-]{1,64}$/), unknown: 'admin.queue_not_found' },
  mailName: { schema: z.string().regex(/^[a-z-]{1,64}$/), unknown: 'developer.mail_not_found' },
  memberId: { schema: UserId, unknown: 'team.member_not_found' },
  unansweredId: { schema: UnansweredId, unknown: 'unanswered.not_found' },
  messageId: { schema: MessageId, unknown: 'conversation.not_found' },
  number: { schema: VersionNumber, unknown: 'bot.version_not_found' },
  featureId: { schema: FeatureId, unknown: 'roadmap.feature_not_found' },
  templateId: { schema: TemplateId, unknown: 'template.not_found' },
  exportId: { schema: ExportId, unknown: 'export.not_found' },
  scheduleId: { schema: ReportScheduleId, unknown: 'report.schedule_not_found' },
  cannedReplyId: { schema: CannedReplyId, unknown: 'inbox.reply_not_found' },
  reportTemplateId: { schema: ReportTemplateId, unknown: 'report.template_not_found' },
  token: { schema: Text(300).min(1), unknown: 'report.link_invalid' },
  widgetId: { schema: WidgetId, unknown: 'widget.not_found' },
};

/** Fields that are refused by an error of their own when they are too big. */
const TOO_BIG: Partial<Record<RouteName, Readonly<Record<string, ErrorCode>>>> = {
  sendMessage: { text: 'message.too_long' },
  registerDocument: { size: 'document.too_large' },
};

export function parseParameters(
  path: string,
  found: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const parameter = PARAMETERS[name];
    if (!parameter) throw new Error(`The path parameter ${name} has no schema.`);
    const value = parameter.schema.safeParse(found[name]);
    if (!value.success) throw new ParleyError(parameter.unknown);
    parameters[name] = value.data;
  }
  return parameters;
}

export function parseQuery(route: Route, query: Readonly<Record<string, string | undefined>>): unknown {
  if (!route.query) return undefined;
  const parsed = route.query.safeParse(query, FOR_PEOPLE);
  if (!parsed.success) throw invalidFields(parsed.error);
  return parsed.data;
}

/** `most`: bytes that the route's body may have, by `bodyLimit`. */
export function parseBody(
  name: RouteName,
  route: Route,
  { body = '', isBase64Encoded }: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>,
  most: number,
): unknown {
  if (!route.body) return undefined;
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > most)
    throw new ParleyError('request.too_large');
  // The bytes as they were sent: API Gateway encodes what it does not take for text.
  if (route.body === 'raw') return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  const parsed = route.body.safeParse(json(text), FOR_PEOPLE);
  if (parsed.success) return parsed.data;
  const tooBig = parsed.error.issues.find(({ code }) => code === 'too_big');
  const code = TOO_BIG[name]?.[String(tooBig?.path[0])];
  throw code === undefined ? invalidFields(parsed.error) : new ParleyError(code);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ParleyError('request.invalid', { fields: { body: 'This is not JSON.' } });
  }
}
