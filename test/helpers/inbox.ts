import * as z from 'zod';
import type { CloudAddress } from './cloud';
import { request } from './request';
import { waitFor } from './wait-for';

const MailList = z.object({
  items: z.array(z.object({ id: z.string(), to: z.array(z.string()), subject: z.string() })),
});
const Mail = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
});
export type Mail = z.infer<typeof Mail>;

/** The newest mail to an address, once there is one. */
export async function newestMail(cloud: CloudAddress, to: string): Promise<Mail> {
  const origin = cloud.addresses.mail;
  const summary = await waitFor(`a mail to ${to}`, async () => {
    const { items } = MailList.parse(
      (await request(`${origin}/api/messages?to=${encodeURIComponent(to)}`)).json(),
    );
    return items[0];
  });
  return Mail.parse((await request(`${origin}/api/messages/${summary.id}`)).json());
}

/** The code that the link of a mail carries in its fragment. */
export function codeIn(mail: Mail): string {
  const code = /(?:#|&|&amp;)code=(\d{6})/.exec(mail.html ?? '')?.[1];
  if (!code) throw new Error(`the mail ${JSON.stringify(mail.subject)} has no link with a code`);
  return code;
}
