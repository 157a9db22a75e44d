import type { Thumb } from '../../../functions/contract/conversations';
import type { Context } from '../context';
import type { Entry } from '../entry';
import * as say from '../strings';
import { refusal } from './refusal';

const THUMB = 'M7 11v9H4v-9zl4-8a2 2 0 0 1 2 2v4h6l-2 11H7';
/** What the bot found, or did not: not the steps of its flow. */
const ANSWERS = /^(gen|quo|abs)/;

/** Thumbs at each answer. A row lives as long as the page: the message around it is built anew while it is used. */
export function createThumbs({ el, icon, conversation, bot }: Context) {
  const rows = new Map<string, HTMLElement>();

  function createRow(id: string, before: Thumb | null) {
    let given = before;
    const word = el('span', { role: 'status' });
    const comment = el('textarea', { rows: '1', 'aria-label': say.missing, placeholder: say.missing });
    const more = el(
      'form',
      {
        hidden: '',
        onsubmit: () => {
          if (comment.value.trim()) void rate(given, comment.value.trim().slice(0, 1_000));
        },
      },
      comment,
      el('button', { class: 'starter', type: 'submit' }, say.send),
    );
    const buttons = (['up', 'down'] as const).map((thumb) =>
      el(
        'button',
        {
          class: `thumb ${thumb}`,
          'aria-label': thumb === 'up' ? say.helpful : say.notHelpful,
          onclick: () => void rate(given === thumb ? null : thumb, ''),
        },
        icon(THUMB),
      ),
    );
    function show(thumb: Thumb | null) {
      given = thumb;
      for (const button of buttons) button.ariaPressed = String(button.className.endsWith(` ${thumb}`));
    }
    async function rate(thumb: Thumb | null, said: string) {
      const before = given;
      show(thumb);
      try {
        await conversation.call('POST', `messages/${id}/thumb`, { thumb, comment: said });
        more.hidden = thumb !== 'down' || said !== '';
        word.textContent = thumb ? say.thanks : '';
        if (said) buttons[1]?.focus();
      } catch (error) {
        show(before);
        word.textContent = refusal(error);
      }
    }
    show(before);
    return el('div', { class: 'thumbs' }, ...buttons, word, more);
  }

  return function decorate({ id, kind, thumb }: Entry, item: HTMLElement) {
    if (!id || !bot().enableFeedback || !ANSWERS.test(kind as string)) return;
    const row = rows.get(id) ?? createRow(id, thumb ?? null);
    rows.set(id, row);
    item.append(row);
  };
}
