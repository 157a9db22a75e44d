import type { Language } from '#contract/accounts/profile';
import type { BotConfig, EscalationTrigger } from '#contract/bots/bot-config';
import { asksForPerson } from '../answers/asks-for-person';
import type { StoredMessage } from './entity';
import { isUnhappy } from './sentiment';

type Settings = Pick<
  BotConfig,
  'escalationEnabled' | 'escalationTrigger' | 'escalationThreshold' | 'escalationKeywords'
>;

type Said = Pick<StoredMessage, 'author' | 'text' | 'kind'>;

/**
 * Why a visitor's message goes to a person before the bot answers it: the visitor asks for one, uses a keyword, or has
 * been unhappy for several messages in a row. Null where the bot answers. `before` are the earlier messages, oldest first.
 */
export function escalationOf(
  config: Settings,
  {
    language,
    asked,
    isChosen = false,
    before,
  }: {
    readonly language: Language;
    readonly asked: string;
    /** Whether it is a choice of the bot's flow, whose owner has said what follows from it. */
    readonly isChosen?: boolean;
    readonly before: readonly Said[];
  },
): EscalationTrigger | null {
  const { escalationEnabled, escalationTrigger, escalationThreshold, escalationKeywords } = config;
  if (!escalationEnabled) return null;
  if (!isChosen && asksForPerson(asked)) return 'manual';
  if (escalationTrigger === 'keywords') {
    const words = wordsOf(asked);
    return escalationKeywords.some((keyword) => names(words, keyword, language)) ? 'keywords' : null;
  }
  if (escalationTrigger !== 'sentiment') return null;
  const texts = [
    ...sinceLastPerson(before)
      .filter(isVisitors)
      .map(({ text }) => text),
    asked,
  ];
  const last = texts.slice(-escalationThreshold);
  return last.length === escalationThreshold && last.every(isUnhappy) ? 'sentiment' : null;
}

/** Whether an answer that found nothing is one too many, so that a person answers instead. Messages of a flow don't count. */
export function failureEscalates(config: Settings, before: readonly Said[]): boolean {
  const { escalationEnabled, escalationTrigger, escalationThreshold } = config;
  if (!escalationEnabled || escalationTrigger !== 'failed_responses') return false;
  const answers = sinceLastPerson(before).filter(({ author, kind }) => author === 'bot' && kind !== 'guided');
  const last = answers.slice(answers.length - (escalationThreshold - 1));
  return last.length === escalationThreshold - 1 && last.every(({ kind }) => kind === 'abstained');
}

/** Counting begins anew when a visitor returns from a person to the bot. */
function sinceLastPerson(messages: readonly Said[]): readonly Said[] {
  const last = messages.findLastIndex(({ author, kind }) => author === 'agent' || kind === 'escalated');
  return messages.slice(last + 1);
}

function isVisitors({ author }: Said): boolean {
  return author === 'visitor';
}

/** German words that a keyword may be a part of are at least so long: "Chef" is not in "Cheforganisator" alone. */
const COMPOUND_LETTERS = 5;

/**
 * Whether a text names a keyword: all of its words, one after the other, whatever their case and accents. In German
 * also as an end of a compound or with an ending: "Kündigung" in "Vertragskündigung" and "Kündigungen".
 */
function names(words: readonly string[], keyword: string, language: Language): boolean {
  const wanted = wordsOf(keyword);
  if (wanted.length === 0) return false;
  return words.some((_, from) =>
    wanted.every((part, at) => {
      const word = words[from + at];
      return word !== undefined && isSame(word, part, language);
    }),
  );
}

function isSame(word: string, part: string, language: Language): boolean {
  if (word === part) return true;
  if (language === 'en') return word === `${part}s`;
  return part.length >= COMPOUND_LETTERS && (word.startsWith(part) || word.endsWith(part));
}

/** Letters with a dot above or beside them count as written out: who has no umlauts writes "Kuendigung". */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
