/** What is known of a language's words. One file a language; everything that reads a message or a text asks here. */
export interface Lexicon {
  /** Say nothing about what a text is about. */
  readonly stopWords: ReadonlySet<string>;
  /** Those stop words that other languages have too: they show nothing. */
  readonly shared: ReadonlySet<string>;
  /** Show the language beside its stop words: what short questions are made of. */
  readonly everyday: ReadonlySet<string>;
  /** Names of columns and what cells say of anything: by these a table's language is told. */
  readonly cells: ReadonlySet<string>;
  /** How words of this language end, and none of another. */
  readonly endings: RegExp;
  readonly talk: Talk;
  readonly person: PersonWords;
  /** Ask, wherever they begin a sentence: `when`. */
  readonly askers: ReadonlySet<string>;
  /** Ask where they begin one: `can`. */
  readonly askingVerbs: ReadonlySet<string>;
  /** Letters that show the language wherever they stand. */
  readonly letters: RegExp;
  /** What is left of a word without its endings. */
  stem(word: string): string;
  /** A word as a list has it, and those of its forms that have another stem. */
  inflected(word: string): readonly string[];
  /** A word as its writer meant it who lacks the letters: `oeffnungszeit`. */
  respelt(word: string): string;
  /** Whether nouns are written together, so that a word stands within others. */
  readonly joinsNouns: boolean;
  readonly days: DayWords;
  readonly figures: FigureWords;
  /** Deny: `no`, `without`. Alternatives of a pattern. */
  readonly denials: string;
  /** What asks for it, by the form of a question. Alternatives of a pattern. */
  readonly forms: Readonly<Record<QuestionForm, string>>;
  /** Everyday words for one thing, which no letters that they share show. */
  readonly families: readonly string[];
  /** What holds for all of a kind answers for these of it, and not the other way round. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** Words of a timetable. Alternatives of a pattern where `|` stands. */
export interface DayWords {
  /** From Monday on. */
  readonly names: readonly string[];
  /** From January on. */
  readonly months: readonly string[];
  readonly holiday: string;
  /** By the beginning of a word for them, in small letters: the days that it means, numbered as `timetable.ts` does. */
  readonly meanings: readonly (readonly [RegExp, readonly number[]])[];
  /** Days and times that a timetable may leave out, which is an answer too. */
  readonly relative: string;
  /** By these is asked for the hours of a business. */
  readonly opening: string;
  /** Show that hours are those of a business, and not when the bins are emptied. */
  readonly showsOpening: string;
  /** All that stands above hours which says no more than that they are. */
  readonly heading: string;
  /** Other names, and the day's place. */
  readonly others: Readonly<Record<string, number>>;
  readonly short: string;
  /** Words for several days, and how many they are from Monday on. */
  readonly each: readonly (readonly [words: string, days: number])[];
  /** Between the first and the last of several. */
  readonly to: string;
  readonly and: string;
  /** Behind a short name these show that it is a day: `So ab 9`. */
  readonly before: string;
  /** Days, parts of the year and what is said of days, written out. */
  readonly written: string;
  /** Times that are no figure, and what stands in their place: `closed`. */
  readonly times: string;
  /** Behind a time's figure. */
  readonly clock: string;
  /** What stands between days and times, and says nothing else. */
  readonly beside: ReadonlySet<string>;
}

export type QuestionForm = 'when' | 'where' | 'who' | 'how' | 'many' | 'what' | 'why';

/** How figures are asked for and told. Alternatives of a pattern where `|` stands; those of all languages make one. */
export interface FigureWords {
  readonly numbers: string;
  /** One of something, which is no count of it. */
  readonly single: ReadonlySet<string>;
  readonly howMany: string;
  readonly unitsOfTime: string;
  /** Times that no number tells, and no day: `noon`, `weekly`, `takes an hour`. */
  readonly times: string;
  /** Before a bare number of a clock, and between two: `at`, `until`. */
  readonly clock: string;
  /** What a price may be without a sum: `Wedding hair | on request`. */
  readonly noSum: string;
  readonly kinds: Readonly<Partial<Record<Figure, FigureKind>>>;
}

export type Figure =
  | 'price'
  | 'time'
  | 'distance'
  | 'weight'
  | 'temperature'
  | 'torque'
  | 'pressure'
  | 'brightness'
  | 'loudness'
  | 'power'
  | 'age'
  | 'degree';

export interface FigureKind {
  /** Ask for it, whatever else is said: `costs`, `how long`. */
  readonly asks?: string;
  /** The same where nothing else names a kind: `how high`. */
  readonly adjective?: string;
  /** Name what is measured, alone or as a compound's end. */
  readonly names?: string;
  /** Stand for nothing in such a question: `How long does it take?` */
  readonly also?: string;
  /** By these an answer says what it measures. */
  readonly says?: string;
  readonly units?: string;
}

/** What people say around what they want to know. Phrases in lower case, without marks. */
export interface Talk {
  readonly greetings: readonly string[];
  /** Greet only before a name and a comma: `Dear Ms Lee,`. */
  readonly salutations: readonly string[];
  readonly thanks: readonly string[];
  readonly farewells: readonly string[];
  /** End a letter, and a name follows: `Kind regards`. */
  readonly closings: readonly string[];
  /** The same, where a mark or a line stands before: `best` is also a word. */
  readonly shortClosings: readonly string[];
  /** Announce a question without asking it: `I have a question`. */
  readonly invitations: readonly string[];
  /** Stand before what is asked: `could you tell me`. */
  readonly frames: readonly string[];
  /** Ask whether one talks to a machine. */
  readonly identity: readonly string[];
  /** May stand beside any of these. */
  readonly fillers: ReadonlySet<string>;
}

/** Whoever wants to talk to a human being says it with these words alone. */
export interface PersonWords {
  /** A human being; beside a word for talking. */
  readonly people: ReadonlySet<string>;
  /** Say that the opposite of a bot is meant: a word for talking is not needed then. */
  readonly humans: ReadonlySet<string>;
  readonly talking: ReadonlySet<string>;
  /** Begin what it is about, which may be anything: `about my bill`. */
  readonly subjects: ReadonlySet<string>;
  /** All else that such a wish is made of. */
  readonly beside: ReadonlySet<string>;
}

/** Words apart by spaces or lines. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Phrases apart by commas. */
export function phrases(list: string): readonly string[] {
  return list
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}
