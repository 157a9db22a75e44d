import type { Block } from './block';
import type { Extraction } from './extraction';
import { headerText, mimePage, readMime } from './mime';
import { cleanText } from './normalise';
import { plainBlocks } from './plain-headings';
import { paragraphsOf } from './plain-lines';
import { UnreadableDocument } from './unreadable';
import { readWebPage } from './web-page';

/** A mail under its subject, or a page that a program saved as one; attachments are left out. */
export async function extractMail(bytes: Uint8Array): Promise<Extraction> {
  const mail = readMime(bytes);
  if (!mail) throw new UnreadableDocument('type_mismatch', 'no mail');
  const { text, isHtml } = mimePage(mail.parts);
  const page = isHtml ? readWebPage(text) : null;
  const isLetter = mail.headers.has('from');
  const subject = isLetter ? cleanText(headerText(mail.headers.get('subject'))) : (page?.title ?? '');
  const sender = cleanText(headerText(mail.headers.get('from')));
  const head: Block[] = isLetter
    ? [
        ...(subject ? [{ kind: 'heading' as const, text: subject, level: 1, page: null }] : []),
        ...(sender ? [{ kind: 'paragraph' as const, text: sender, page: null }] : []),
      ]
    : [];
  const body = page?.blocks ?? plainBlocks([paragraphsOf(text)]).filter((block) => block.text);
  return {
    blocks: body.length > 0 ? [...head, ...body] : [],
    pages: null,
    language: page?.language ?? null,
    titles: subject ? [subject] : [],
  };
}
