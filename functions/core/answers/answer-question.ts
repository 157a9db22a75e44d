import type { Language } from '#contract/accounts/profile';
import type { AnswerKind, Citation } from '#contract/answers/citation';
import { messageIn } from '#contract/bots/bot-config';
import { otherForms } from '#core/quoting/acronyms';
import { contactAskedFor } from '#core/quoting/contact';
import type { Judge } from '#core/quoting/judges';
import { numbered } from '#core/quoting/numbered-passage';
import { type AskedQuestion, type CitedText, quotesOf } from '#core/quoting/quotes';
import { searchWords } from '#core/quoting/search-words';
import { holdsAsked, PASSAGES, shouldAskModel } from '#core/quoting/should-ask-model';
import type { Asker, BotKey } from '#core/retrieval/ports';
import type { Retrieval } from '#core/retrieval/retrieve';
import type { Hit } from '#core/retrieval/search';
import { detectLanguage, detectSpoken } from '#core/text/language';
import { type Message, understand } from '#core/text/message';
import { asksForPerson } from './asks-for-person';
import { CheckedText, urlsOf } from './checked-text';
import { attribute, citationsFor } from './citations';
import { claimsOf, type TextSpan, unsupportedOf, withoutFalseCitations } from './claims';
import { needsRewriting, questionsOf, textSearched } from './follow-up';
import { generate, type ModelFailure, type Timeouts } from './generate';
import { inOtherLanguage, isToldAcross, labelFor, OTHER_LANGUAGE_LABEL } from './other-language';
import type { AnswerModel, ModelUsage, Retriever } from './ports';
import { buildPrompt, rules, type Turn } from './prompt';
import { PromptLeakGuard } from './prompt-leak';
import { rewriteQuestion } from './rewrite';
import { replyTo } from './small-talk';

export interface AnswerDeps {
  readonly retriever: Retriever;
  readonly model: AnswerModel;
  readonly timeouts: Timeouts;
  /** Told when quotes had to stand in for the model. */
  readonly onModelFailed?: (failure: ModelFailure, error: unknown) => void;
  /** Who judges what is quoted, where it is not who does by default. */
  readonly judge?: Judge | undefined;
}

export interface AnswerRequest {
  readonly bot: BotKey;
  readonly botName: string;
  readonly companyName: string;
  /** What the company wants of its bot, in its own words. */
  readonly instructions?: string;
  /** Of the bot: its fallback message is in it. */
  readonly language: Language;
  /** That the visitor's page or browser speaks, for questions whose words don't tell. */
  readonly visitorLanguage?: Language;
  readonly fallbackMessage: string;
  /** What the bot says where it passes a visitor on to a person; without it, it passes nobody on. */
  readonly escalationMessage?: string;
  readonly question: string;
  /** What was said before, oldest first, without the question. */
  readonly history: readonly Turn[];
  /** The visitor, where what she takes is bounded. */
  readonly asker?: Asker | undefined;
}

export interface AnswerOptions {
  /**
   * Gets the answer piece by piece as it may be shown. Pieces are as small as the model's: sending fewer, larger
   * ones is the transport's affair. The result replaces them: they may have ended in an answer that failed.
   */
  readonly onText: (text: string) => void;
  /** When it aborts, the model has had its time, and quotes are given. */
  readonly modelDeadline?: AbortSignal;
}

export interface AnswerResult {
  readonly text: string;
  readonly kind: AnswerKind;
  readonly citations: readonly Citation[];
  /** What the citations stand on: of each hit, best first, the number that it is cited under; null of what isn't. */
  readonly citationNumbers: readonly (number | null)[];
  /** What the documents hold on it; null where nothing was looked for. */
  readonly found: Retrieval | null;
  /** Sentences that no passage supports, as far as words tell. */
  readonly unsupported: readonly TextSpan[];
  /** Where the question leans on what was said before: with what was searched instead. */
  readonly searchedFor: string | null;
  /** Whether the model was called, whatever came of it. */
  readonly isModelAsked: boolean;
  /** What the model took, or null where it wasn't asked or didn't get to say. */
  readonly usage: ModelUsage | null;
  /** Why quotes stand in for the model's answer. */
  readonly modelFailure: ModelFailure | null;
  /** Milliseconds since the call; null for what didn't happen. */
  readonly timings: {
    readonly retrieved: number | null;
    readonly firstText: number | null;
    readonly done: number;
  };
}

const MAX_TOKENS = 700;

/**
 * Answers a visitor from the bot's documents: with the model's words and citations, with quotes when the model
 * fails, or with the fallback message when no passage supports an answer.
 *
 * The model's output is not trusted, since documents and messages may hold prompt injections. While it streams, citations
 * of unknown numbers and links that no passage has are removed (`checked-text.ts`), and a leak of the prompt ends the
 * answer (`prompt-leak.ts`). When it is done, each sentence is compared with the passages (`claims.ts`): a citation that
 * does not fit goes, an answer without any support becomes the fallback message, and unsupported sentences are marked
 * for the team.
 */
export async function answerQuestion(
  deps: AnswerDeps,
  request: AnswerRequest,
  { onText, modelDeadline }: AnswerOptions,
): Promise<AnswerResult> {
  const clock = stopwatch();
  const language = languageOf(request);
  const message = understand(request.question);
  const reply = replyTo(message, request, language);
  if (reply !== null) return { ...plain('generated', reply), ...clock.read() };
  if (asksForPerson(request.question)) return answerAboutPerson(deps, request, language, clock);

  const {
    questions,
    isRewriting,
    usage: rewriting,
  } = await asAsked(deps, request, message, language, modelDeadline);
  const question = wholeOf(questions);
  const found = await find(deps, request, question);
  const { hits } = found;
  clock.mark('retrieved');
  const searched = { found, searchedFor: question.topic === null ? null : textSearched(question) };
  if (!shouldAskModel(hits, question.text))
    return {
      ...plain('abstained', messageIn(language, request, 'fallbackMessage')),
      ...searched,
      ...(await quotedAcross(deps, request, question)),
      isModelAsked: isRewriting,
      usage: rewriting,
      ...clock.read(),
    };

  const passages = numbered(hits);
  const prompt = buildPrompt({ ...request, language, passages, maxTokens: MAX_TOKENS });
  const checked = new CheckedText({
    citable: passages.length,
    knownUrls: urlsOf(passages.map(({ text }) => text)),
  });
  const written = await generate(deps, prompt, checked, {
    guard: new PromptLeakGuard(rules(language)),
    onText: (text) => {
      clock.mark('firstText');
      onText(text);
    },
    ...(modelDeadline && { deadline: modelDeadline }),
  });

  if (written.outcome === 'failed') {
    deps.onModelFailed?.(written.failure, written.error);
    return {
      ...searched,
      ...(await quoted(deps, request, questions, found)),
      isModelAsked: true,
      usage: sumOf(rewriting, written.usage),
      modelFailure: written.failure,
      ...clock.read(),
    };
  }
  const told = { ...searched, isModelAsked: true, usage: sumOf(rewriting, written.usage) };
  const answer =
    written.outcome === 'answered' ? attributed(written.text, checked.cited, hits, question) : null;
  if (!answer) {
    return {
      ...plain('abstained', messageIn(language, request, 'fallbackMessage')),
      ...told,
      ...(!isToldAcross(hits, language) && (await quotedAcross(deps, request, question))),
      ...clock.read(),
    };
  }
  const text = withLabel(answer, hits, language);
  return {
    ...plain('generated', text),
    ...cited({ ...answer, text }, hits, question),
    unsupported: unsupportedOf(claimsOf(text, answer.cited, hits, language)),
    ...told,
    ...clock.read(),
  };
}

/** The answer with citations that are true, or null when it stands on nothing then. */
function attributed(text: string, cited: readonly number[], hits: readonly Hit[], question: AskedQuestion) {
  const holds = holdsAsked(question.text, hits);
  const claims = claimsOf(text, cited, hits, question.language);
  const kept = withoutFalseCitations(text, cited, claims, (number) => {
    const hit = hits[number - 1];
    return hit !== undefined && holds(hit);
  });
  return attribute(kept.text, kept.cited, hits, holds);
}

/** Answers with the best passages, without the model. */
export async function answerWithQuotes(
  deps: Pick<AnswerDeps, 'retriever' | 'judge'>,
  request: AnswerRequest,
): Promise<AnswerResult> {
  const clock = stopwatch();
  const language = languageOf(request);
  const message = understand(request.question);
  const reply = replyTo(message, request, language);
  if (reply !== null) return { ...plain('generated', reply), ...clock.read() };
  if (asksForPerson(request.question)) return answerAboutPerson(deps, request, language, clock);
  const questions = questionsOf(message, language, request.history);
  const found = await findAll(deps, request, questions);
  clock.mark('retrieved');
  return { ...(await quoted(deps, request, questions, found)), ...clock.read() };
}

/**
 * Quotes from documents in the other language, where the question's own has no answer and its words have pairs: said
 * to be that, in the visitor's language.
 */
async function quotedAcross(
  deps: Pick<AnswerDeps, 'retriever' | 'judge'>,
  request: AnswerRequest,
  question: AskedQuestion,
): Promise<Pick<AnswerResult, 'text' | 'kind' | 'citations' | 'citationNumbers' | 'found'> | null> {
  const asked = inOtherLanguage(question);
  if (!asked) return null;
  const found = await find(deps, request, asked);
  const hits = found.hits.filter((hit) => hit.language === asked.language);
  const quotes = quotesOf([asked], hits, {
    labelOf: () => OTHER_LANGUAGE_LABEL[question.language],
    judge: deps.judge,
  });
  if (!quotes) return null;
  return { text: quotes.text, kind: 'quoted', ...cited(quotes, hits, asked), found: { ...found, hits } };
}

/**
 * Who wants a person hears what the bot says when it passes her on, which is the conversation's to do; where it
 * passes nobody on, how the documents say that the business is reached. Neither is a question without an answer.
 */
async function answerAboutPerson(
  deps: Pick<AnswerDeps, 'retriever'>,
  request: AnswerRequest,
  language: Language,
  clock: ReturnType<typeof stopwatch>,
): Promise<AnswerResult> {
  if (request.escalationMessage !== undefined) {
    const { escalationMessage } = request;
    const text = messageIn(language, { ...request, escalationMessage }, 'escalationMessage');
    return { ...plain('generated', text), ...clock.read() };
  }
  // Documents are mostly in the bot's language, whichever the visitor writes in.
  const { asks, words } = REACHED[request.language];
  const { label, nowhere } = REACHED[language];
  const question = { text: asks, topic: null, told: null, language: request.language };
  const found = await find(deps, request, { ...question, text: words });
  clock.mark('retrieved');
  const contact = contactAskedFor(asks);
  const isWanted = (extract: string) => contact?.meets(extract) === 1;
  const quotes = quotesOf([question], found.hits, { labelOf: () => label, isWanted });
  const answer = quotes ? { text: quotes.text, ...cited(quotes, found.hits, question) } : { text: nowhere };
  return { ...plain('generated', answer.text), ...answer, found, ...clock.read() };
}

interface Reached {
  readonly asks: string;
  /** What stands beside a number or an address: `Call us on …` has no word in common with the question. */
  readonly words: string;
  readonly label: string;
  readonly nowhere: string;
}

const REACHED: Readonly<Record<Language, Reached>> = {
  en: {
    asks: 'How can I contact you?',
    words: 'contact us, call us, phone number, telephone, e-mail address, write to us',
    label:
      'I am a chatbot and cannot put you through to anyone here. This is what our documents say about reaching us:',
    nowhere: 'I am a chatbot and cannot put you through to anyone here. What would you like to know?',
  },
  de: {
    asks: 'Wie kann ich Sie kontaktieren?',
    words: 'Kontakt, erreichen Sie uns, Telefon, Telefonnummer, E-Mail-Adresse, anrufen, schreiben',
    label:
      'Ich bin ein Chatbot und kann Sie hier mit niemandem verbinden. In unseren Unterlagen steht, wie Sie uns erreichen:',
    nowhere: 'Ich bin ein Chatbot und kann Sie hier mit niemandem verbinden. Was möchten Sie wissen?',
  },
};

/** An answer in the documents' language, where that isn't the visitor's, says so: a model mostly translates. */
function withLabel({ text, cited }: CitedText, hits: readonly Hit[], language: Language): string {
  const label = labelFor(hitsOf(cited, hits), language);
  const written = detectLanguage(text);
  return label === undefined || written === null || written === language ? text : `${label}\n\n${text}`;
}

function hitsOf(cited: readonly number[], hits: readonly Hit[]): readonly Hit[] {
  return cited.flatMap((number) => hits[number - 1] ?? []);
}

/** The question's language, else that of what the visitor said before, else the visitor's, else the bot's. */
function languageOf({ question, history, language, visitorLanguage }: AnswerRequest): Language {
  const said = history.filter(({ author }) => author === 'visitor').map(({ text }) => text);
  return detectSpoken(question) ?? detectSpoken(said.join('\n')) ?? visitorLanguage ?? language;
}

/** As it is asked here, with what it leans on: by the visitor's own words where they tell, else by the model. */
async function asAsked(
  { model, timeouts }: AnswerDeps,
  request: AnswerRequest,
  message: Message,
  language: Language,
  deadline: AbortSignal | undefined,
): Promise<Understood> {
  const questions = questionsOf(message, language, request.history);
  const question = wholeOf(questions);
  if (!needsRewriting(question.text, language, request.history))
    return { questions, isRewriting: false, usage: null };
  const { text, usage } = await rewriteQuestion(model, request, language, {
    milliseconds: Math.min(REWRITING_TIME, timeouts.firstText),
    ...(deadline && { deadline }),
  });
  const rewritten = { ...question, topic: text, told: null, isRewritten: true };
  return { questions: text === null ? questions : [rewritten], isRewriting: true, usage };
}

interface Understood {
  readonly questions: Questions;
  readonly isRewriting: boolean;
  readonly usage: ModelUsage | null;
}

/** Longer than this the visitor isn't kept waiting for a better search. */
const REWRITING_TIME = 1_500;

type Questions = readonly [AskedQuestion, ...AskedQuestion[]];

/** A model answers all that a message asks at once. */
function wholeOf(questions: Questions): AskedQuestion {
  return { ...questions[0], text: questions.map(({ text }) => text).join(' ') };
}

async function find(
  { retriever }: Pick<AnswerDeps, 'retriever'>,
  request: AnswerRequest,
  question: AskedQuestion,
) {
  const { language } = question;
  const searched = `${textSearched(question)}\n${searchWords(question.text)}`.trim();
  const search = (text: string) =>
    retriever.retrieve(request.bot, text, { limit: PASSAGES, language, asker: request.asker });
  const found = await search(searched);
  // What is found may say what an acronym stands for: its other form stands elsewhere too.
  const forms = otherForms(
    question.text,
    found.hits.map(({ passage }) => passage.text),
  );
  return forms === '' || searched.includes(forms) ? found : search(`${searched}\n${forms}`);
}

/** What is found for each of a message's questions, each passage once. */
async function findAll(
  deps: Pick<AnswerDeps, 'retriever'>,
  request: AnswerRequest,
  questions: Questions,
): Promise<Retrieval> {
  const found = await Promise.all(questions.map((question) => find(deps, request, question)));
  const hits = new Map(found.flatMap((each) => each.hits.map((hit) => [hit.id, hit] as const)));
  return { hits: [...hits.values()], hasKnowledge: found.some(({ hasKnowledge }) => hasKnowledge) };
}

/** Quotes in the question's language, else in the other, else the fallback message. */
async function quoted(
  deps: Pick<AnswerDeps, 'retriever' | 'judge'>,
  request: AnswerRequest,
  questions: Questions,
  found: Retrieval,
) {
  const { hits } = found;
  const whole = wholeOf(questions);
  const { language } = whole;
  // A name, or a word that both languages have, may find what stands in the other.
  const quotes = quotesOf(questions, hits, {
    labelOf: (cited) => labelFor(cited, language),
    judge: deps.judge,
  });
  if (quotes) return { ...plain('quoted', quotes.text), ...cited(quotes, hits, whole), found };
  return {
    ...plain('abstained', messageIn(language, request, 'fallbackMessage')),
    found,
    ...(await quotedAcross(deps, request, whole)),
  };
}

function cited({ text, cited }: CitedText, hits: readonly Hit[], question: AskedQuestion) {
  const places = hits.map((_, index) => cited.indexOf(index + 1));
  return {
    citations: citationsFor(text, cited, hits, question),
    citationNumbers: places.map((place) => (place === -1 ? null : place + 1)),
  };
}

function sumOf(one: ModelUsage | null, other: ModelUsage | null): ModelUsage | null {
  if (!one || !other) return one ?? other;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function plain(kind: AnswerKind, text: string) {
  return {
    text,
    kind,
    citations: [] as Citation[],
    citationNumbers: [] as (number | null)[],
    found: null,
    unsupported: [] as TextSpan[],
    searchedFor: null,
    isModelAsked: false,
    usage: null,
    modelFailure: null,
  };
}

function stopwatch() {
  const start = performance.now();
  const marks: { retrieved: number | null; firstText: number | null } = { retrieved: null, firstText: null };
  return {
    /** The first time counts. */
    mark(event: keyof typeof marks): void {
      marks[event] ??= performance.now() - start;
    },
    read(): Pick<AnswerResult, 'timings'> {
      return { timings: { ...marks, done: performance.now() - start } };
    },
  };
}
