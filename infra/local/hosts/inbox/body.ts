import type { HttpResponse } from '#infra/local/http';
import type { Mail } from '#infra/local/services/ses/mail';
import { escapeHtml, Html, page } from '../html';

/**
 * The mail as its sender designed it, for a sandboxed frame: nothing in it runs, inline images are put in place,
 * and a click on a link opens a tab.
 */
export function mailBody(mail: Mail): HttpResponse {
  const markup = (mail.html ?? `<pre>${escapeHtml(mail.text ?? '')}</pre>`).replace(
    /\bcid:([^"'\s)>]+)/gi,
    (whole, id: string) => {
      const image = mail.attachments.find((attachment) => attachment.contentId === decodeURIComponent(id));
      return image
        ? `data:${image.contentType};base64,${Buffer.from(image.content).toString('base64')}`
        : whole;
    },
  );
  // Before whatever the mail brings: an unnamed target would open the link inside the frame.
  return page(new Html(`<meta charset="utf-8"><base target="_blank">${markup}`), [
    [
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data:; frame-ancestors 'self'",
    ],
  ]);
}
