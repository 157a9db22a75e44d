import type { ConversationState } from '#contract/conversations/conversations';
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import ENDING_STYLE from './ending.css';
import FORMS_STYLE from './forms.css';
import type { Part, PartContext } from './part';
import { refusal } from './refusal';

/** When the conversation has ended: stars, and a new one in place of the input. */
export function create({ host, composer, conversation, bot, emit }: PartContext): Part {
  addStyle(host, FORMS_STYLE, ENDING_STYLE);
  const { form, input } = composer;
  const comment = el('textarea', { rows: '2', 'aria-label': strings.comment, placeholder: strings.comment });
  const word = el('p', { role: 'status' });
  const stars = el('fieldset', {}, el('legend', {}, strings.rate));
  const rating = el(
    'form',
    {
      onsubmit: async () => {
        const given = Number(stars.querySelector<HTMLInputElement>(':checked')?.value);
        try {
          conversation.applyState(
            await conversation.call<ConversationState>('POST', 'rating', {
              stars: given,
              comment: comment.value.trim().slice(0, 1_000),
            }),
          );
          word.textContent = strings.thanks;
          anew.focus();
          emit('rated', { stars: given });
        } catch (error) {
          word.textContent = refusal(error);
        }
      },
    },
    stars,
    comment,
    el('button', { class: 'starter', type: 'submit' }, strings.send),
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
    strings.anew,
  );
  const card = el(
    'div',
    { class: 'sheet', tabindex: '-1', hidden: '' },
    el('b', {}, strings.over),
    rating,
    word,
    anew,
  );
  for (let count = 1; count <= 5; count++) {
    const id = `star${count}`;
    stars.append(
      el('input', {
        id,
        type: 'radio',
        name: 'stars',
        value: `${count}`,
        required: '',
        'aria-label': strings.stars(count),
      }),
      el('label', { class: 'star', for: id }),
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
      rating.reset();
      word.textContent = '';
      // The input, which may have had the focus, is gone.
      if (host.shadowRoot?.activeElement) card.focus();
    },
  };
}
