import { el } from './dom';
import type { Entry } from './entry';
import { plainText } from './markdown';

/** Reads each answer to a screen reader once and whole, not piece by piece as it is written. */
export function createAnnouncer() {
  const announced = new Set<string>();
  // It belongs to the form, so that resetting that takes the last answer away for whoever comes next.
  const element = el('output', { class: 'hidden', form: 'form' });
  return {
    element,
    announce(
      { author, authorName, status, key, receivedAt, text, prompt }: Entry,
      botName: string | undefined,
    ) {
      if (author === 'visitor' || status === 'writing' || announced.has(key)) return;
      announced.add(key);
      const options = prompt?.type === 'field' ? prompt.field.options : [];
      // A failure is an alert by itself; what was said before is shown, but not read out.
      if (receivedAt > 0 && status === 'done')
        element.value = `${authorName ?? botName}: ${[author === 'agent' ? text : plainText(text), ...options].join('\n')}`;
    },
  };
}
