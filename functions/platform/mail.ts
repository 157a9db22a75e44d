import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment } from './environment';

export interface OutgoingMail {
  readonly to: string;
  /** What mail programs show as the sender. */
  readonly fromName: string;
  /** A plain address, of the person whom an answer should reach. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
  /** Where a mail program ends what it is part of, with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** Of a picture that the HTML shows as `cid:…`. */
  readonly contentId?: string;
}

export type SendMail = (mail: OutgoingMail) => Promise<void>;

let client: SESv2Client | undefined;

/** Sends through SES, which builds the message from its parts: no text can become a field of its head. */
export const sendMail: SendMail = async (mail) => {
  const { to, fromName, replyTo, subject, text, html, attachments = [], unsubscribeUrl } = mail;
  client ??= new SESv2Client({});
  await client.send(
    new SendEmailCommand({
      ConfigurationSetName: environment('MAIL_CONFIGURATION_SET'),
      FromEmailAddress: `${displayName(fromName)} <${environment('MAIL_FROM')}>`,
      Destination: { ToAddresses: [to] },
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          ...(attachments.length > 0 && {
            Attachments: attachments.map(({ fileName, contentType, content, contentId }) => ({
              FileName: fileName,
              ContentType: contentType,
              RawContent: content,
              ...(contentId === undefined
                ? { ContentDisposition: 'ATTACHMENT' as const }
                : { ContentDisposition: 'INLINE' as const, ContentId: contentId }),
            })),
          }),
          ...(unsubscribeUrl !== undefined && {
            Headers: [
              { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
          }),
        },
      },
    }),
  );
};

/** Bytes of an encoded word, which may have 75 characters in all. */
const WORD_BYTES = 42;

/** A sender's name as the head of a mail takes it: words beyond ASCII have to be encoded, and none can end the name. */
function displayName(name: string): string {
  const shown = name.replace(/[\p{Cc}\u2028\u2029\s"\\<>]+/gu, ' ').trim();
  if (/^[\x20-\x7e]*$/.test(shown)) return `"${shown}"`;
  const words = [''];
  for (const letter of shown) {
    const word = `${words.at(-1)}${letter}`;
    if (Buffer.byteLength(word) > WORD_BYTES) words.push(letter);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
