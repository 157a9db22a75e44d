import type { Conversation } from '../conversation';
import { el, icon } from '../dom';
import type { Entry } from '../entry';
import { pendingPrompt } from '../pending-prompt';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import { openLink } from './open-link';
import type { PartContext, Uploads } from './part';
import { refusal } from './refusal';
import { createUpload, REFUSED, TYPES } from './upload';
import UPLOADS_STYLE from './uploads.css';

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
    for (const row of tray.querySelectorAll(REFUSED)) row.remove();
  }

  function add(files: FileList | null) {
    clear();
    for (const file of files ?? []) upload(file).begin();
  }

  function upload(file: File) {
    const created = createUpload(file, context);
    tray.append(created.row);
    return created;
  }

  return {
    choose,
    clear,
    decorate({ attachment, author }, item) {
      if (author !== 'visitor' || !attachment) return;
      // In place of the words that stand for it.
      item.childNodes[1]?.replaceWith(fileLink(attachment, conversation));
    },
    render() {
      // Once it was looked into: it is told where all other refused files are.
      const lost = conversation.entries.find(({ error }) => error?.startsWith('attachment.'));
      if (lost) {
        conversation.remove(lost.key);
        upload({ name: lost.text } as File).refuse(refusal({ code: lost.error }));
      }
      if (form.hidden) clear();
      clip.hidden = !bot().enableFileUpload;
    },
  };
}

function fileLink({ id, name, size }: NonNullable<Entry['attachment']>, conversation: Conversation) {
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
  return link;
}
