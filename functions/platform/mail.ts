import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment } from './environment';

export interface OutgoingMail {
  readonly to: string;
  /** A plain address, of the person whom an answer should reach. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type SendMail = (mail: OutgoingMail) => Promise<void>;

let client: SESv2Client | undefined;

/** Sends through SES, which builds the message from its parts: no text can become a field of its head. */
export const sendMail: SendMail = async ({ to, replyTo, subject, text, html }) => {
  client ??= new SESv2Client({});
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: `Parley <${environment('MAIL_FROM')}>`,
      Destination: { ToAddresses: [to] },
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
        },
      },
    }),
  );
};
