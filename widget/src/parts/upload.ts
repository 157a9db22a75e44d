import type { AttachmentGrant, AttachmentType } from '#contract/conversations/attachments';
import { el } from '../dom';
import * as strings from '../strings';
import type { PartContext } from './part';
import { refusal } from './refusal';

export const TYPES: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
] satisfies AttachmentType[];
const MAX_BYTES = 10_000_000;

/** Rows of files that were refused for good. */
export const REFUSED = '[data-refused]';

/** One file on its way: a row that says how far it has come. */
export function createUpload(file: File, { conversation, composer }: PartContext) {
  const { size, type } = file;
  // Marks that turn a name round are seen by nobody, and mean to mislead.
  const name = file.name.replace(/\p{C}/gu, '').slice(-200) || '?';
  const bar = el('progress', { max: '1', 'aria-label': strings.uploading(name) });
  const word = el('p', { role: 'alert' });
  const again = el('button', { class: 'link', onclick: start, hidden: '' }, strings.retry);
  const row = el(
    'li',
    {},
    el('span', { class: 'file' }, name),
    bar,
    word,
    again,
    el('button', { class: 'close', 'aria-label': strings.cancel, onclick: cancel }, '×'),
  );
  let request: XMLHttpRequest | undefined;

  function cancel() {
    request?.abort();
    row.remove();
    composer.input.focus();
  }

  function refuse(words: string, isRepeatable = false) {
    bar.hidden = words !== '';
    word.textContent = words;
    again.hidden = !isRepeatable;
    row.toggleAttribute('data-refused', words !== '' && !isRepeatable);
  }

  async function start() {
    refuse('');
    bar.removeAttribute('value');
    try {
      const { attachmentId, upload } = await conversation.call<AttachmentGrant>('POST', 'attachments', {
        name,
        size,
        type,
      });
      if (!row.isConnected) return;
      await post(upload);
      if (!row.isConnected) return;
      row.remove();
      conversation.send(name, { attachment: attachmentId });
    } catch (error) {
      const words = refusal(error);
      // More than the chat takes stay too many.
      refuse(words, words !== strings.tooManyFiles);
    }
  }

  function post({ url, fields }: AttachmentGrant['upload']) {
    return new Promise<void>((resolve, reject) => {
      const body = new FormData();
      for (const key in fields) body.append(key, fields[key] as string);
      body.append('file', file);
      const sending = new XMLHttpRequest();
      request = sending;
      sending.upload.onprogress = ({ loaded, total }) => {
        bar.value = loaded / total;
      };
      sending.onload = () => (sending.status < 300 ? resolve() : reject());
      sending.onerror = reject;
      sending.open('POST', url);
      sending.send(body);
    });
  }

  return {
    row,
    refuse,
    begin() {
      if (!TYPES.includes(type)) refuse(strings.wrongType);
      else if (size === 0 || size > MAX_BYTES) refuse(strings.wrongSize);
      else void start();
    },
  };
}
