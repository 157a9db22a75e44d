import { cleanText } from './normalise';

/** A note of one sentence stands where it is called. */
const LONGEST_CALLED = 200;

/** A note as it stands where it is called; one that is longer stands `behind` the paragraph that calls it. */
export function noteAtMark(text: string): { readonly inline: string; readonly behind: string | null } {
  const note = cleanText(text);
  if (note === '') return { inline: '', behind: null };
  const isShort = note.length <= LONGEST_CALLED && !/[.!?]\s+\p{Lu}/u.test(note);
  return isShort ? { inline: ` (${note.replace(/\.$/, '')})`, behind: null } : { inline: '', behind: note };
}
