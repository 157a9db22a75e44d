import * as z from 'zod';
import type { CloudAddress } from './cloud';
import { request } from './request';
import { waitFor } from './wait-for';

const MailList = z.object({
  items: z.array(z.object({ id: z.string(), to: z.array(z.string()), subject: z.string() })),
});
const Mail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  replyTo: z.array(z.string()).optional(),
  subject: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
});
export type Mail = z.infer<typeof Mail>;

type MailSummary = z.infer<typeof MailList>['items'][number];

/** The newest mail to an address that fits, once there is one. */
export async function newestMail(
  cloud: CloudAddress,
  to: string,
  fits: (mail: MailSummary) => boolean = () => true,
): Promise<Mail> {
  const summary = await waitFor(`a mail to ${to}`, async () => (await mailsTo(cloud, to)).find(fits));
  return Mail.parse((await request(`${cloud.addresses.mail}/api/messages/${summary.id}`)).json());
}

/** All mails to an address, the newest first. */
export async function mailsTo(cloud: CloudAddress, to: string): Promise<readonly MailSummary[]> {
  const address = `${cloud.addresses.mail}/api/messages?to=${encodeURIComponent(to)}`;
  return MailList.parse((await request(address)).json()).items;
}

/** The code that the link of a mail carries in its fragment. */
export function codeIn(mail: Mail): string {
  const code = /(?:#|&|&amp;)code=(\d{6})/.exec(mail.html ?? '')?.[1];
  if (!code) throw new Error(`the mail ${JSON.stringify(mail.subject)} has no link with a code`);
  return code;
}
