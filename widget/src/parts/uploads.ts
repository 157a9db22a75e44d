import type { AttachmentGrant, AttachmentType } from '#contract/conversations/attachments';
import { el, icon } from '../dom';
import { pendingPrompt } from '../pending-prompt';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import { openLink } from './open-link';
import type { PartContext, Uploads } from './part';
import { refusal } from './refusal';
import UPLOADS_STYLE from './uploads.css';

const TYPES: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
] satisfies AttachmentType[];
const MAX_BYTES = 10_000_000;
/** Its bends are half circles: a radius that is too small grows until it reaches. */
const CLIP = 'M20 11l-9 9a1 1 0 0 1-7-7l9-9a1 1 0 0 1 5 5l-9 9a1 1 0 0 1-3-3l8-8';

/** Files of the visitor: chosen, dropped or pasted, then sent as soon as they have arrived. */
export function create(context: PartContext): Uploads {
  const { host, panel, conversation, composer, bot } = context;
  addStyle(host, FORMS_STYLE, UPLOADS_STYLE);
  const { form, input } = composer;
  const picker = el('input', { type: 'file', accept: `${TYPES},.txt`, hidden: '', tabindex: '-1' });
  const clip = el('button', { class: 'clip', 'aria-label': strings.attach, onclick: choose }, icon(CLIP));
  const tray = el('ul', { class: 'tray' });
  const refusedForGood = new Set<HTMLElement>();
  form.prepend(clip, picker);
  form.before(tray);

  function choose() {
    picker.click();
  }
  const mayAttach = () =>
    !form.hidden && (bot().enableFileUpload === true || pendingPrompt(context)?.type === 'field');
  picker.addEventListener('change', () => {
    add(picker.files);
    picker.value = '';
    input.focus();
  });
  input.addEventListener('paste', (event) => {
    const files = event.clipboardData?.files;
    if (!files?.length || !mayAttach()) return;
    event.preventDefault();
    add(files);
  });
  for (const type of ['dragover', 'dragleave', 'drop'])
    panel.addEventListener(type, (event) => {
      const data = (event as DragEvent).dataTransfer;
      if (!data?.types.includes('Files') || !mayAttach()) return;
      // Else the browser would leave the page for the file.
      event.preventDefault();
      panel.toggleAttribute('data-drop', type === 'dragover');
      if (type === 'drop') add(data.files);
    });

  form.onsubmit = clear;
  form.onreset = () => tray.replaceChildren();

  function clear() {
    for (const row of refusedForGood) row.remove();
    refusedForGood.clear();
  }

  function add(files: FileList | null) {
    clear();
    for (const file of files ?? []) upload(file);
  }

  /** Returns what shows it as refused. */
  function upload(file: File) {
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
    tray.append(row);
    if (!TYPES.includes(type)) refuse(strings.wrongType);
    else if (size === 0 || size > MAX_BYTES) refuse(strings.wrongSize);
    else void start();
    return refuse;

    function cancel() {
      request?.abort();
      row.remove();
      input.focus();
    }
    function refuse(words: string, isRepeatable = false) {
      bar.hidden = words !== '';
      word.textContent = words;
      again.hidden = !isRepeatable;
      if (words && !isRepeatable) refusedForGood.add(row);
      else refusedForGood.delete(row);
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
  }

  return {
    choose,
    clear,
    decorate({ attachment, author }, item) {
      if (author !== 'visitor' || !attachment) return;
      const { id, name, size } = attachment;
      const link = el(
        'button',
        {
          class: 'file',
          onclick: () =>
            openLink(conversation.call('GET', `attachments/${id}`)).catch((problem) =>
              link.after(el('em', { role: 'alert' }, refusal(problem))),
            ),
        },
        icon(CLIP),
        name,
        ` ${Math.ceil(size / 1e3).toLocaleString(strings.language)} kB`,
      );
      // In place of the words that stand for it.
      item.childNodes[1]?.replaceWith(link);
    },
    render() {
      // Once it was looked into: it is told where all other refused files are.
      const lost = conversation.entries.find(({ error }) => error?.startsWith('attachment.'));
      if (lost) {
        conversation.remove(lost.key);
        upload({ name: lost.text } as File)(refusal({ code: lost.error }));
      }
      if (form.hidden) clear();
      clip.hidden = !bot().enableFileUpload;
    },
  };
}
