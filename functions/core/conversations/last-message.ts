import { withoutMarkdown } from '#core/quoting/faq-answer';
import type { StoredMessage } from './entity';

const EXCERPT = 120;
/** So much of a message is read for it: marks and blanks go. */
const READ = 4 * EXCERPT;

/** What lists show of the message that was said last: what a bot writes without Markdown and numbers of sources. */
export function lastMessageOf({ author, text }: Pick<StoredMessage, 'author' | 'text'>) {
  const start = text.slice(0, READ);
  return {
    author,
    text: excerptOf(author === 'bot' ? withoutMarkdown(start).replace(/ ?\[\d+\]/g, '') : start),
  };
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT - 1).join('')}…` : line;
}
