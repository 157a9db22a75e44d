import type { Language } from '#contract/accounts/profile';
import { spokenOr } from '#core/text/language';
import type { Message, TalkKind } from '#core/text/message';

interface Speaker {
  readonly botName: string;
  readonly companyName: string;
}

/**
 * Answers a message that asks nothing of the documents: a greeting, thanks, a goodbye, or whether one talks to a machine.
 * Null for any other. No document speaks to such a message, and a citation under `You're welcome` would be false.
 */
export function replyTo({ questions, talk }: Message, bot: Speaker, language: Language): string | null {
  return questions.length > 0 || talk === null
    ? null
    : REPLIES[talk.kind][spokenOr(talk.language, language)](bot);
}

type Replies = Readonly<Record<Language, (bot: Speaker) => string>>;

const REPLIES: Readonly<Record<TalkKind, Replies>> = {
  greeting: { en: () => 'Hello! How can I help you?', de: () => 'Hallo! Wie kann ich Ihnen helfen?' },
  invitation: {
    en: () => 'Of course! What is your question?',
    de: () => 'Gern! Welche Frage haben Sie?',
  },
  thanks: {
    en: () => "You're welcome! Is there anything else you would like to know?",
    de: () => 'Gern geschehen! Möchten Sie noch etwas wissen?',
  },
  farewell: {
    en: () => 'Goodbye, and have a nice day!',
    de: () => 'Auf Wiedersehen und einen schönen Tag!',
  },
  identity: {
    en: ({ botName, companyName }) =>
      `I'm ${botName}, a chatbot${of(' of', companyName)}, not a person. I answer from the documents that I was given. What would you like to know?`,
    de: ({ botName, companyName }) =>
      `Ich bin ${botName}, ein Chatbot${of(' von', companyName)} und kein Mensch. Ich antworte aus den Unterlagen. Was möchten Sie wissen?`,
  },
};

function of(word: string, name: string): string {
  return name === '' ? '' : `${word} ${name}`;
}
