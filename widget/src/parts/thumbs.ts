import type { MessageKind, Thumb } from '#contract/conversations/conversations';
import { el, icon } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import FORMS_STYLE from './forms.css';
import type { Part, PartContext } from './part';
import { refusal } from './refusal';
import THUMBS_STYLE from './thumbs.css';

const THUMB = 'M7 11v9H4v-9zl4-8a2 2 0 0 1 2 2v4h6l-2 11H7';
/** What the bot found, or did not: not the steps of its flow. */
const RATED_KINDS: ReadonlySet<MessageKind | null | undefined> = new Set([
  'generated',
  'quoted',
  'abstained',
] satisfies MessageKind[]);

/** Thumbs at each answer. A row lives as long as the page: the message around it is built anew while it is used. */
export function create({ host, conversation, messageList, bot }: PartContext): Part {
  addStyle(host, FORMS_STYLE, THUMBS_STYLE);
  const rows = new Map<string, HTMLElement>();

  function createRow(id: string, before: Thumb | null) {
    let given = before;
    const word = el('span', { role: 'status' });
    const comment = el('textarea', {
      rows: '1',
      'aria-label': strings.missing,
      placeholder: strings.missing,
    });
    const more = el(
      'form',
      {
        hidden: '',
        onsubmit: () => {
          if (comment.value.trim()) void rate(given, comment.value.trim().slice(0, 1_000));
        },
      },
      comment,
      el('button', { class: 'starter', type: 'submit' }, strings.send),
    );
    const buttons = (['up', 'down'] as const).map((thumb) =>
      el(
        'button',
        {
          class: `thumb ${thumb}`,
          'aria-label': thumb === 'up' ? strings.helpful : strings.notHelpful,
          onclick: () => void rate(given === thumb ? null : thumb, ''),
        },
        icon(THUMB),
      ),
    );
    const row = el('div', { class: 'thumbs' }, ...buttons, word, more);
    function show(thumb: Thumb | null) {
      given = thumb;
      for (const button of buttons) button.ariaPressed = String(button.classList.contains(`${thumb}`));
    }
    async function rate(thumb: Thumb | null, said: string) {
      const before = given;
      show(thumb);
      try {
        await conversation.call('POST', `messages/${id}/thumb`, { thumb, comment: said });
        more.hidden = thumb !== 'down' || said !== '';
        word.textContent = thumb ? strings.thanks : '';
        // The form that is gone had the focus.
        if (said) buttons[1]?.focus();
        messageList.reveal(row);
      } catch (error) {
        show(before);
        word.textContent = refusal(error);
      }
    }
    show(before);
    return row;
  }

  return {
    decorate({ id, kind, thumb }, item) {
      if (!id || !bot().enableFeedback || !RATED_KINDS.has(kind)) return;
      const row = rows.get(id) ?? createRow(id, thumb ?? null);
      rows.set(id, row);
      item.append(row);
    },
  };
}
