import type { Language } from '#contract/accounts/profile';

/**
 * Answers a message that asks nothing: a greeting, thanks, a goodbye. Null for any other. No document speaks to
 * such a message, and a citation under `You're welcome` would be false.
 */
export function smallTalk(message: string, language: Language): string | null {
  const words =
    message
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length === 0 || words.length > MOST_WORDS) return null;
  let found: Phrase | null = null;
  for (let at = 0; at < words.length; ) {
    const phrase = longestPhrase(words, at);
    if (phrase) {
      // `Thanks, bye!`: the last one is answered.
      found = phrase;
      at += phrase.length;
    } else if (FILLERS.has(words[at] ?? '')) at++;
    else return null;
  }
  return found && REPLIES[found.kind][found.language ?? language];
}

const MOST_WORDS = 10;

type Kind = 'greeting' | 'thanks' | 'goodbye';

interface Phrase {
  readonly kind: Kind;
  /** Null where both languages say so. */
  readonly language: Language | null;
  /** Its words. */
  readonly length: number;
}

const PHRASES: Readonly<Record<Kind, Readonly<Record<Language, string>>>> = {
  greeting: {
    en: 'hello, hi, hey, hiya, howdy, good morning, good afternoon, good evening, good day, greetings, how are you, how do you do',
    de: "hallo, hallöchen, hi, hey, guten tag, guten morgen, morgen, guten abend, moin, moin moin, servus, grüezi, grüß gott, wie geht es ihnen, wie geht es dir, wie geht's, tach",
  },
  thanks: {
    en: 'thanks, thank you, thx, ty, cheers, thanks a lot, many thanks, great, perfect, ok, okay, cool, nice, got it, i see, that helps, that helped, very much, so much, for your help, for the help, for the information',
    de: 'danke, danke schön, dankeschön, danke sehr, vielen dank, besten dank, herzlichen dank, super, prima, perfekt, toll, alles klar, ok, okay, verstanden, das hilft, das hilft mir, für ihre hilfe, für die hilfe, für deine hilfe, für die information, für die auskunft',
  },
  goodbye: {
    en: 'bye, goodbye, good bye, bye bye, see you, see you later, have a nice day, have a good day',
    de: 'tschüss, tschüß, tschau, auf wiedersehen, ciao, schönen tag noch, einen schönen tag noch, bis bald, bis dann',
  },
};

const REPLIES: Readonly<Record<Kind, Readonly<Record<Language, string>>>> = {
  greeting: { en: 'Hello! How can I help you?', de: 'Hallo! Wie kann ich Ihnen helfen?' },
  thanks: {
    en: "You're welcome! Is there anything else you would like to know?",
    de: 'Gern geschehen! Möchten Sie noch etwas wissen?',
  },
  goodbye: { en: 'Goodbye, and have a nice day!', de: 'Auf Wiedersehen und einen schönen Tag!' },
};

const FILLERS = new Set(
  'there all team everyone again you and oh ah well und auch zusammen alle ihnen euch dir na'.split(' '),
);

const BY_TEXT = new Map<string, Phrase>();
for (const [kind, lists] of Object.entries(PHRASES) as [Kind, Record<Language, string>][]) {
  for (const [language, list] of Object.entries(lists) as [Language, string][]) {
    for (const text of list.split(', ')) {
      const length = text.split(' ').length;
      BY_TEXT.set(text, { kind, language: BY_TEXT.has(text) ? null : language, length });
    }
  }
}
const LONGEST_PHRASE = Math.max(...Array.from(BY_TEXT.values(), ({ length }) => length));

function longestPhrase(words: readonly string[], at: number): Phrase | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const phrase = BY_TEXT.get(words.slice(at, at + length).join(' '));
    if (phrase) return phrase;
  }
  return null;
}
