import type { PublicBot } from '#contract/bots/public-bot';
import type { Conversation } from './conversation';
import { el } from './dom';
import { markdown } from './markdown';
import * as strings from './strings';

/** What stands above the messages: the way back to the conversation before, and what the bot begins with. */
export function createListHead(conversation: Conversation, list: HTMLElement) {
  const continueLast = el(
    'li',
    { class: 'starters' },
    choice(strings.continueLast, () => conversation.continueLast()),
  );
  const greeting = el('li', { class: 'bot', id: 'greeting' });
  const opening = el('li', { class: 'bot' });
  const starters = el('li', { class: 'starters' });
  list.append(continueLast, greeting, opening, starters);

  return {
    greeting,
    /** The last of it: messages follow. */
    end: starters,
    describe({ welcomeMessage, paused, opening: first, starterQuestions = [] }: Partial<PublicBot>) {
      // A flow that begins with a message greets by it.
      greeting.hidden = !welcomeMessage || paused === true || !!first;
      greeting.replaceChildren(markdown(welcomeMessage as string));
      opening.replaceChildren(markdown(first?.text ?? ''));
      starters.replaceChildren(
        ...starterQuestions.map((question) =>
          choice(question, () => {
            conversation.send(question);
            list.focus();
          }),
        ),
      );
    },
    render({ paused, opening: first }: Partial<PublicBot>) {
      // What the bot opens with is a message of its own as soon as the conversation has begun.
      const isNew = conversation.isNew && !paused;
      opening.hidden = !isNew || !first;
      starters.hidden = !isNew || !!conversation.entries[0] || !!first || !starters.firstChild;
      continueLast.hidden = !conversation.canContinue;
    },
  };
}

function choice(text: string, onclick: () => void): HTMLElement {
  return el('button', { class: 'starter', onclick }, text);
}
