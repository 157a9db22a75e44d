import type { ConversationState } from '../../../functions/contract/conversations';
import type { Context } from '../context';
import * as say from '../strings';
import { refusal } from './refusal';
import type { Sheet } from './sheet';

/** When the conversation has ended: stars, and a new one in place of the input. */
export function createEnding({ el, host, composer, conversation, bot, emit }: Context, sheet: Sheet) {
  const { form, input } = composer;
  const comment = el('textarea', { rows: '2', 'aria-label': say.comment, placeholder: say.comment });
  const word = el('p', { role: 'status' });
  const stars = el('fieldset', {}, el('legend', {}, say.rate));
  const rating = el(
    'form',
    {
      onsubmit: async () => {
        const given = Number(stars.querySelector<HTMLInputElement>(':checked')?.value);
        try {
          conversation.take(
            await conversation.call<ConversationState>('POST', 'rating', {
              stars: given,
              comment: comment.value.trim().slice(0, 1_000),
            }),
          );
          word.textContent = say.thanks;
          anew.focus();
          emit('rated', { stars: given });
        } catch (error) {
          word.textContent = refusal(error);
        }
      },
    },
    stars,
    comment,
    el('button', { class: 'starter', type: 'submit' }, say.send),
  );
  const anew = el(
    'button',
    {
      class: 'starter',
      onclick: () => {
        conversation.startAnew();
        input.focus();
      },
    },
    say.anew,
  );
  const card = el(
    'div',
    { class: 'sheet', tabindex: '-1', hidden: '' },
    el('b', {}, say.over),
    rating,
    word,
    anew,
  );
  for (let count = 1; count <= 5; count++) {
    const id = `star${count}`;
    stars.append(
      el('input', { id, type: 'radio', name: 'stars', value: `${count}`, required: '' }),
      el('label', { class: 'star', for: id, 'aria-label': say.stars(count) }, '★'),
    );
  }
  form.before(card);

  return {
    render() {
      const { isOver, state } = conversation;
      // Given once, there are none to give.
      rating.hidden = !bot().collectFeedback || state?.stars != null;
      if (card.hidden !== isOver) return;
      card.hidden = !isOver;
      if (!isOver) return;
      sheet.element.hidden = true;
      rating.reset();
      word.textContent = '';
      // The input, which may have had the focus, is gone.
      if (host.shadowRoot?.activeElement) card.focus();
    },
  };
}
