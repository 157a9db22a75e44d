import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import type { BusEvent } from '../../runtime/ports';
import type { AwsAnswer, AwsCall, LocalContext, LocalService } from '../../service';
import { addressOf, decodeWords } from './addresses';
import { Identities } from './identities';
import type { Inbox, MailSender, OutgoingMail } from './mail';
import { Mailbox } from './mailbox';
import { Returns } from './returns';

export interface SesOptions {
  /** Resources of type AWS::SES::EmailIdentity: addresses and domains that mail may come from. */
  readonly identities: readonly Resource[];
  /** Resources of type AWS::SES::ConfigurationSet: what a call may name. */
  readonly configurationSets?: readonly Resource[];
  /** Resources of type AWS::SES::ConfigurationSetEventDestination: what is told of mails that are sent with a set. */
  readonly eventDestinations?: readonly Resource[];
  /** The default bus of EventBridge. */
  readonly publish?: (event: BusEvent) => Promise<void>;
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

/** The service as its API, as Cognito sends through it, and as the inbox page reads it. */
export interface SesService extends LocalService, Inbox, MailSender {}

const SEND_PATH = '/v2/email/outbound-emails';
const MAX_RECIPIENTS = 50;
const MAX_BYTES = 40 * 1024 * 1024;

const Addresses = z.array(z.string().min(1)).nullish();
const Text = z.object({ Data: z.string(), Charset: z.string().nullish() });

const SendEmail = z.object({
  FromEmailAddress: z.string().nullish(),
  Destination: z
    .object({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses })
    .nullish(),
  ReplyToAddresses: Addresses,
  ConfigurationSetName: z.string().nullish(),
  // Mail that its sender built whole (`Raw`) is not served: no function of ours may send any.
  Content: z.object({
    Simple: z.object({
      Subject: Text,
      Body: z
        .object({ Text: Text.nullish(), Html: Text.nullish() })
        .refine((body) => body.Text || body.Html, 'Body is empty'),
      Headers: z.array(z.object({ Name: z.string().min(1), Value: z.string() })).nullish(),
      Attachments: z
        .array(
          z.object({
            RawContent: z.base64(),
            FileName: z.string().min(1).max(255),
            ContentType: z.string().default('application/octet-stream'),
            ContentId: z.string().nullish(),
          }),
        )
        .nullish(),
    }),
  }),
});
type SendEmail = z.infer<typeof SendEmail>;

class SesError extends Error {
  constructor(
    override readonly name: 'BadRequestException' | 'MessageRejected' | 'NotFoundException',
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** Mail: what is sent lands in an inbox on disk, from senders that the template has identities for. */
export function createSes(context: LocalContext, options: SesOptions): SesService {
  const identities = new Identities(options.identities);
  const configurationSets = new Set((options.configurationSets ?? []).map(({ id }) => id));
  const returns = new Returns(options.eventDestinations ?? []);
  let mailbox: Mailbox | undefined;
  const opened = () => {
    if (!mailbox) throw new Error('ses has not started');
    return mailbox;
  };

  function deliver(mail: OutgoingMail, unverified: boolean): string {
    const recipients = [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])];
    if (recipients.length === 0) throw new SesError('BadRequestException', 'Recipient is missing.');
    if (recipients.length > MAX_RECIPIENTS) {
      throw new SesError('BadRequestException', `Recipient count exceeds ${MAX_RECIPIENTS}.`);
    }
    for (const mailbox of [mail.from, ...recipients, ...(mail.replyTo ?? [])]) {
      if (!addressOf(mailbox)) throw new SesError('BadRequestException', `Illegal address: ${mailbox}`);
    }
    if (!unverified && !identities.covering(mail.from)) {
      throw new SesError(
        'MessageRejected',
        'Email address is not verified. The following identities failed the check in region ' +
          `${context.region.toUpperCase()}: ${addressOf(mail.from)}`,
      );
    }
    return opened().deliver(mail);
  }

  async function notifyOfReturns(id: string, mail: OutgoingMail, set: string): Promise<void> {
    for (const event of returns.eventsOf(id, mail, set)) await options.publish?.(event);
  }

  return {
    name: 'ses',

    async start() {
      mailbox = new Mailbox(join(context.directory, 'mails'), options.now ?? Date.now);
    },

    async stop() {
      mailbox = undefined;
    },

    requiredActions(call) {
      const request = tryRead(call);
      if (!request) return [];
      const { from } = outgoing(request);
      const address = addressOf(from) ?? from;
      const named = [
        `identity/${identities.covering(from) ?? address}`,
        ...(request.ConfigurationSetName ? [`configuration-set/${request.ConfigurationSetName}`] : []),
      ];
      return named.map((name) => ({
        action: 'ses:SendEmail',
        resource: `arn:aws:ses:${context.region}:${context.accountId}:${name}`,
        context: { 'ses:FromAddress': address },
      }));
    },

    async handle(call) {
      try {
        if (call.method !== 'POST' || call.url.pathname !== SEND_PATH) {
          throw new SesError('NotFoundException', `${call.method} ${call.url.pathname} is not served.`, 404);
        }
        if (call.body.length > MAX_BYTES) throw new SesError('BadRequestException', 'Message is too long.');
        const request = readRequest(call);
        const named = request.ConfigurationSetName;
        if (named && !configurationSets.has(named)) {
          throw new SesError('NotFoundException', `Configuration set <${named}> does not exist.`, 404);
        }
        const mail = outgoing(request);
        const id = deliver(mail, false);
        if (named) await notifyOfReturns(id, mail, named);
        return json(200, { MessageId: id });
      } catch (error) {
        if (!(error instanceof SesError)) throw error;
        return json(error.status, { message: error.message }, { 'x-amzn-errortype': error.name });
      }
    },

    send: async (mail, { unverified = false } = {}) => deliver(mail, unverified),
    listMails: (filter) => opened().listMails(filter),
    getMail: (id) => opened().getMail(id),
    clear: () => opened().clear(),
  };
}

function readRequest(call: AwsCall): SendEmail {
  let body: unknown;
  try {
    body = JSON.parse(call.body.toString());
  } catch {
    throw new SesError('BadRequestException', 'The body is not JSON.');
  }
  const result = SendEmail.safeParse(body);
  if (!result.success) throw new SesError('BadRequestException', z.prettifyError(result.error));
  return result.data;
}

/** What can't be read needs no permission: it is refused as it is. */
function tryRead(call: AwsCall): SendEmail | undefined {
  try {
    return readRequest(call);
  } catch {
    return undefined;
  }
}

function outgoing({ Destination, Content, ...request }: SendEmail): OutgoingMail {
  const { Subject, Body, Attachments, Headers } = Content.Simple;
  return {
    from: decodeWords(request.FromEmailAddress ?? ''),
    to: Destination?.ToAddresses ?? [],
    cc: Destination?.CcAddresses ?? [],
    bcc: Destination?.BccAddresses ?? [],
    replyTo: request.ReplyToAddresses ?? [],
    subject: Subject.Data,
    ...(Body.Text && { text: Body.Text.Data }),
    ...(Body.Html && { html: Body.Html.Data }),
    headers: (Headers ?? []).map(({ Name, Value }) => ({ name: Name, value: Value })),
    attachments: (Attachments ?? []).map((attachment) => ({
      fileName: attachment.FileName,
      contentType: attachment.ContentType,
      content: Buffer.from(attachment.RawContent, 'base64'),
      ...(attachment.ContentId && { contentId: attachment.ContentId }),
    })),
  };
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}
