/** What a visitor can do when the bot has no answer: a person, an address, another question. */
import { el } from '../dom';
import * as strings from '../strings';
import { addStyle } from './add-style';
import NEXT_STEPS_STYLE from './next-steps.css';
import type { Part, PartContext } from './part';

/** More would hide the answer that they stand below. */
const MAX_QUESTIONS = 3;

export function create({ host, conversation, messageList, bot, withPart }: PartContext): Part {
  addStyle(host, NEXT_STEPS_STYLE);
  const group = el('div', { class: 'steps', role: 'group', 'aria-label': strings.nextSteps });
  let shown = '';

  function render() {
    const { entries, isAway, isWithPerson, isOver } = conversation;
    const { escalationEnabled, starterQuestions = [] } = bot();
    const mayAskPerson = escalationEnabled === true && !isWithPerson && !isOver;
    const asked = new Set(entries.map(({ text }) => text));
    const questions =
      isWithPerson || isOver ? [] : starterQuestions.filter((question) => !asked.has(question));
    const next = JSON.stringify([mayAskPerson, isAway, questions]);
    if (next === shown) return;
    shown = next;
    const person = mayAskPerson ? [button(isAway ? strings.leaveAddress : strings.person, askForPerson)] : [];
    const others = questions.slice(0, MAX_QUESTIONS).map((question) =>
      button(question, () => {
        conversation.send(question);
        messageList.scrollToEnd();
        // The button that had the focus goes with the group.
        messageList.list.focus();
      }),
    );
    group.replaceChildren(...person, ...others);
    group.hidden = !group.firstChild;
  }

  function askForPerson() {
    void withPart('menu', (menu) => menu.askForPerson());
  }

  return {
    render,
    decorate(entry, item) {
      // Below the newest answer alone: what came before is past.
      if (entry.kind !== 'abstained' || entry.key !== conversation.entries.at(-1)?.key) return;
      render();
      item.append(group);
    },
  };
}

function button(label: string, onclick: () => void): HTMLElement {
  return el('button', { class: 'starter', onclick }, label);
}
