import { el } from '../dom';
import * as strings from '../strings';
import type { Part, PartContext } from './part';

/** The way to what was said before what is shown, above it. */
export function create({ conversation, messageList: { list } }: PartContext): Part {
  const button = el('button', { class: 'starter', onclick: load }, strings.older);
  const item = el('li', { class: 'starters', hidden: '' }, button);
  list.prepend(item);

  /** What is read stays where it is while older messages come above it. */
  async function load() {
    const before = list.scrollHeight - list.scrollTop;
    button.disabled = true;
    try {
      await conversation.loadOlder();
      button.textContent = strings.older;
      list.scrollTop = list.scrollHeight - before;
    } catch {
      button.textContent = strings.retry;
    }
    button.disabled = false;
  }

  return {
    render() {
      item.hidden = !conversation.hasOlder;
    },
  };
}
