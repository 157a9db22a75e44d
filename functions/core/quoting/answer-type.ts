import { fold, tokenise } from '#core/text/analysis';
import { MONEY } from './amounts';
import { contactAskedFor } from './contact';

/**
 * What kind of answer a question asks for, where its words tell: `How far …?` is answered by a distance, `What does
 * it cost?` by a price.
 */
export interface Expectation {
  /**
   * Words of the question, in lower case, that such an answer stands for: no text need say `far` beside its
   * kilometres.
   */
  readonly askedBy: ReadonlySet<string>;
  /** How much of them it stands for: any figure may be of something else. */
  readonly standsFor: number;
  /** A text that tells prices tells those of many things, each with a name of its own. */
  readonly isPrice: boolean;
  /** How well a clause is an answer of this kind: 0 to 1. */
  meets(clause: string): number;
  /** Whether a sentence says by itself what its figure measures: `It weighs 3 kilograms`. */
  names(sentence: string): boolean;
  /** Whether what a sentence tells of this kind is for something else: a number of a fax. */
  isOther(sentence: string): boolean;
  /** `What's your phone number?` names nothing that it would be of, and needs not. */
  readonly standsAlone: boolean;
}

/** Null for a question that asks for no figure: whether, where, why, or no question word at all. */
export function expectationOf(question: string): Expectation | null {
  const counted = COUNTED.exec(question)?.[1];
  if (counted && !TIME_UNIT.test(counted))
    return {
      askedBy: new Set(),
      standsFor: 0,
      isPrice: false,
      meets: meeting((text) => counts(text, counted), OTHERWISE),
      names: () => false,
      isOther: () => false,
      standsAlone: false,
    };
  const isWhether = WHETHER.test(question);
  const asksHowToPay = HOW_TO_PAY.test(question);
  const wordsFor = ({ asks, quantity }: Kind) => [
    ...[...question.matchAll(asks)].filter(([said]) => !(asksHowToPay && PAYING.test(said))),
    // `May I use a high pressure cleaner?` asks for no pressure.
    ...(isWhether || !quantity ? [] : question.matchAll(quantity)),
  ];
  const isAsked = (kind: Kind) => wordsFor(kind).length > 0;
  // `How long are the fees fixed?` asks for a time, but `How high are they?` for a price: an adjective tells least.
  const kind =
    KINDS.find((each) => each.named && isAsked(each)) ??
    KINDS.find(({ named }) => named?.test(question)) ??
    KINDS.find(isAsked);
  const contact = kind?.standsFor === 0 || !kind ? contactAskedFor(question) : null;
  if (contact) return { ...contact, standsFor: 1, isPrice: false, standsAlone: true };
  if (!kind) return null;
  const { also, quantity, says, answers, standsFor = 1 } = kind;
  const asking = wordsFor(kind);
  if (also) asking.push(...question.matchAll(also));
  return {
    askedBy: new Set(asking.flatMap(([said]) => tokenise(said))),
    standsFor,
    isPrice: kind === PRICE,
    meets: meeting((text) => answers.every((pattern) => pattern.test(text)), quantity ? NOTHING : OTHERWISE),
    names: (sentence) => says?.test(sentence) ?? false,
    isOther: () => false,
    standsAlone: false,
  };
}

/** A question that begins with its verb is answered by yes or no. */
const WHETHER =
  /^\s*(?:do|does|did|can|could|may|must|should|shall|will|would|is|are|was|has|have|am|darf|dürfen|kann|können|muss|müssen|soll|sollte|ist|sind|hat|haben|gibt|wird|werden|brauche|braucht)(?!\p{L})(?!.*(?<!\p{L})(?:how|wie|wann|when|what|was)(?!\p{L}))/iu;

/** `Can I pay by card?` asks for no sum, as `Do I have to pay for parking?` does. */
const HOW_TO_PAY = /^\s*(?:can|could|may|kann|können|darf|dürfen)(?!\p{L})/iu;
const PAYING = /^(?:pay|zahlen|zahle)$/iu;

/**
 * What is left of a fit in a clause without such a figure: `We charge no deposit` answers `How high is the
 * deposit?`, though a price would answer it better; `3,000 kilometres` answers how long a chain lasts.
 */
const OTHERWISE = { denied: 0.6, figure: 0.4 };
const NOTHING: typeof OTHERWISE = { denied: 0, figure: 0 };

function meeting(isSuch: (clause: string) => boolean, other: typeof OTHERWISE): Expectation['meets'] {
  return (clause) =>
    isSuch(clause)
      ? FREE_AT_TIMES.test(clause)
        ? AT_TIMES
        : 1
      : DENIAL.test(clause)
        ? other.denied
        : /\d/.test(clause)
          ? other.figure
          : 0;
}

/** `On the first Sunday of the month entry is free` says little of what it costs. */
const FREE_AT_TIMES =
  /^(?!.*\d ?(?:[€£$]|eur))(?=.*(?<!\p{L})(?:free|frei|kostenlos)(?!\p{L}))(?:.*(?<!\p{L})(?:on|am|an|jede[nr]?|every) (?:(?:the|jede[mn]|de[nm]) )?(?:(?:first|last|erste[nr]?|letzte[nr]?) )?(?:mon|tues|wednes|thurs|fri|satur|sun|diens|mittwoch|donners|frei|sams|sonn)\p{L}*)/iu;
const AT_TIMES = 0.5;

const DENIAL = within("no|not|none|can't|don't|doesn't|kein|keine[mnrs]?|nicht");

const FIGURE =
  '\\d+|half|a few|several|a couple of|(?:an? |one )?(?:hundred|thousand|dozen)|' +
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|' +
  '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|' +
  'halbe?[mnrs]?|anderthalb|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)einhalb|einige[nr]?|mehrere[nr]?|wenige[nr]?|ein|eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|' +
  '(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|' +
  '(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|' +
  '(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(?:hundert|tausend)';
const NUMBER = within(FIGURE);
/** What a price may be without a sum: `Wedding hair | on request`. */
const NO_SUM =
  '(?<!-|feel )free(?! from| of(?! charge))|kostenlos|kostenfrei|gratis|umsonst|' +
  'half(?! (?:an? )?(?:hours?|day|year)(?!\\p{L}))|half-price|die hälfte|halben? preis|frei|on request|on application|by arrangement|auf anfrage|nach vereinbarung|nach absprache|nach aufwand|' +
  'included|inclusive|inklusive|inbegriffen|im preis enthalten|nothing|nichts|(?<=: )(?:none|keine?r?)';
const UNIT_OF_TIME =
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|(?:halbe|(?:drei)?viertel)?stunden?|tage?[ns]?|' +
  'wochen?|monate?[ns]?|(?:halb|viertel)?jahre?[ns]?|werktage?[ns]?';
/** `an hour and a half`, `takes a day`; not `18 euros a day`, which is a rate. */
const ONE_UNIT =
  'an? (?:second|minute|hour|day|week|month|year) (?:and a (?:half|quarter)|or (?:two|so))|(?:half|a quarter|three quarters) of an hour|' +
  '(?:takes?|lasts?|for|in|within|after|about|around|almost|nearly|up to|least|most|than) an? (?:second|minute|hour|day|week|month|year)';
/** A bare number after `at` or `from` is one of a clock where nothing is counted by it: not `from 50 euros`. */
const TIME =
  `(?:${FIGURE})[\\s-]+(?:\\p{L}+\\s+)?(?:${UNIT_OF_TIME})|${ONE_UNIT}|o'clock|am|pm|a\\.m|p\\.m|noon|midnight|\\d{1,2}:\\d\\d|(?:19|20)\\d\\d|(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|` +
  'daily|weekly|monthly|yearly|once|twice|' +
  `(?:at|from|until|till|by|um|ab|bis|von|gegen)\\s+(?:${FIGURE})(?=\\s*(?:[.,;:–-]|$|(?:to|till|until|and|in|on|bis|und|am)(?!\\p{L})))|` +
  'mornings?|afternoons?|evenings?|at night|morgens|vormittags|nachmittags|abends|nachts|' +
  'january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|' +
  'uhr|mittags?|mitternacht|(?:mon|diens|donners|frei|sams|sonn|feier|werk)tage?[ns]?|' +
  '(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs?|werktags|täglich|wöchentlich|monatlich|jährlich|ganztägig|' +
  'januar|februar|märz|mai|juni|juli|oktober|dezember|frühling|sommer|herbst|\\p{L}*mal';
/** Any noun makes a time (`Öffnungszeiten`, `Frühstückszeiten`), but for these: meals, weddings, time off. */
const NO_TIMES =
  '(?:\\p{L}*(?:mahl|hoch|brot|jahres)|aus|eltern|halb|krisen|not|teil|ur|vor)zeiten|(?:be|ent)fristen';
const SPEED = 'kilomet(?:re|er)s? an hour|km/h|mph|miles an hour|stundenkilometer';

/**
 * `What happens when the tank is empty?` asks for no time; `Can you tell me when you close?` does. What stands before is
 * matched from its end: what looks through the whole question comes first here, to be tried last.
 */
const NO_CONJUNCTION =
  '(?=when)(?<!(?![^?]*(?:know|tell|say))^\\s*(?:what|how|who|why|where|which|is|are|do|does|will|can|may|must)(?!\\p{L})[^?]{0,60})';

interface Kind {
  /** With the words that the answer stands for. */
  readonly asks: RegExp;
  /** Words that stand for nothing in such a question: `How long does it take?` */
  readonly also?: RegExp;
  /** Words that ask for this kind and are said in the answer too. */
  readonly named?: RegExp;
  /** Names of what is measured in units of its own: no other figure is an answer. */
  readonly quantity?: RegExp;
  /** Words by which an answer says what it measures. */
  readonly says?: RegExp;
  readonly answers: readonly RegExp[];
  readonly standsFor?: number;
}

/** A figure below a column, or behind a label, that names a price: lists of prices often name no currency. */
const PRICED =
  '(?<!\\p{L})\\p{L}*(?:prices?|costs?|fees?|rates?|preise?|kosten|gebühr(?:en)?|tarife?)(?: [^:,|\\n]{1,40})?: ?\\d';

const PRICE: Kind = {
  asks: each('costs?|prices?|expensive|pay|how much (?:is|are)|kostet|kosten|preise?|teuer|zahlen|zahle'),
  also: each('how (?:high|much)|wie (?:hoch|viel)'),
  // To taste a wine, or to praise it, is no price.
  named: within(
    'fees?|(?!\\p{L}*(?:verkosten|lobpreise)(?!\\p{L}))\\p{L}*(?:gebühr(?:en)?|kosten|preise?|tarife?)',
  ),
  says: within(
    'costs?|prices?|fees?|pays?|charged?|kostet|kosten|preise?|festpreis|gebühr(?:en)?|betragen|beträgt',
  ),
  answers: [new RegExp(`${MONEY}|${PRICED}|${within(NO_SUM).source}`, 'iu')],
};

const KINDS: readonly Kind[] = [
  PRICE,
  {
    asks: each(
      `how (?:long|late|often|soon|fast|quick|quickly)|${NO_CONJUNCTION}when|what time|wie (?:lange|spät|oft|häufig|bald|schnell)|wann|um wie ?viel uhr|` +
        `(?:on )?(?:which|what) (?:week)?days?(?! (?:trip|ticket|pass|tour)s?(?!\\p{L}))|(?:an |am )?welche[nmr]? (?:wochen)?tag(?:en?)?`,
    ),
    also: each('takes?|dauert|dauern|wie lang'),
    says: within('takes?|lasts?|dauert|dauern|hält'),
    named: within(
      'opening hours|how many (?:' +
        UNIT_OF_TIME +
        ')|wie ?viele (?:' +
        UNIT_OF_TIME +
        ')|(?!' +
        NO_TIMES +
        '(?!\\p{L}))\\p{L}*(?:frist|fristen|zeiten)',
    ),
    answers: [within(`${TIME}|${SPEED}`)],
  },
  {
    asks: each('how (?:far|wide|tall|deep)|wie (?:weit|breit|tief|lang)|distance|entfernung'),
    answers: [
      NUMBER,
      within('(?:kilo|centi|milli)?met(?:re|er)[sn]?|k?m|[cm]m|miles?|feet|foot|inch(?:es)?'),
    ],
  },
  {
    asks: each('how heavy|weighs?|wie schwer|wiegt|wiegen'),
    named: within('weight|gewicht'),
    says: within('weighs?|weight|heavy|wiegt|wiegen|gewicht|schwer'),
    answers: [
      NUMBER,
      within('(?:kilo)?gram(?:me?)?s?|(?:kilo)?gramm|k?g|kilos?|tons?|tonnes?|tonnen?|pounds?'),
    ],
  },
  measured(
    'how (?:warm|cold|hot)|wie (?:warm|kalt|heiß)',
    'temperatures?|temperatur(?:en)?',
    'degrees?|grad|°c?',
  ),
  measured('how tight|wie fest', 'torques?|drehmomente?', 'newton[ -]?met(?:re|er)s?|nm'),
  measured('how hard', 'pressures?|(?:luft|reifen|wasser)?druck', 'bar|psi|k?pa|(?:hekto|kilo)?pascal'),
  measured('how bright|wie hell', 'brightness|helligkeit', 'lux|lumens?|candela|lm|cd'),
  measured('how loud|wie laut', 'loudness|lautstärke', 'decibels?|dezibel|db'),
  measured('how powerful', 'wattage|wattzahl', '(?:kilo)?watts?|k?w|ps|hp'),
  {
    asks: each('how old|wie alt'),
    answers: [NUMBER, within('years?|age|aged|jahre?n?|alter')],
  },
  {
    // Another adjective after `how`, whatever it measures; not what asks for a manner.
    asks: each(
      'how (?!do\\b|does\\b|did\\b|can\\b|could\\b|may\\b|must\\b|should\\b|shall\\b|will\\b|would\\b|is\\b|are\\b|am\\b|to\\b|' +
        'come\\b|about\\b|well\\b|else\\b|many\\b)\\p{L}+|' +
        'wie (?:hoch|groß|breit|laut|hell|fest|stark|dick|voll|jung|klein|viel)|wieviel',
    ),
    answers: [new RegExp(`${MONEY}|${within(`${FIGURE}|once|twice|doppelt|%`).source}`, 'iu')],
    standsFor: 0,
  },
];

const COUNTED = /(?<!\p{L})(?:how many|wie ?viele)\s+(\p{L}+)/iu;
const TIME_UNIT = within(UNIT_OF_TIME);
/** One of something is no count of it. */
const NO_COUNT = new Set(['one', 'ein', 'eine', 'einen', 'einem', 'einer', 'half', 'halben', 'halbe']);
/** `two new wheel nuts` */
const WORDS_BETWEEN = 3;

/** Whether a number stands before the word, but for its ending. */
function counts(sentence: string, counted: string): boolean {
  const words = tokenise(sentence);
  const stems = [counted, counted.replace(/ae|oe|ue/gi, (pair) => pair.charAt(0))].map((word) =>
    fold(word.toLowerCase()).replace(/(?<=\p{L}{4})(?:e[nrs]?|n|s)$/u, ''),
  );
  return words.some((word, at) => {
    if (!stems.some((stem) => fold(word).includes(stem))) return false;
    return words
      .slice(Math.max(0, at - WORDS_BETWEEN), at)
      .some((number) => !NO_COUNT.has(number) && NUMBER.test(number));
  });
}

/** A quantity with the adjective and the names that ask for it, and the units that it has. */
function measured(adjective: string, names: string, units: string): Kind {
  return {
    asks: each(adjective),
    quantity: each(names),
    says: within(names),
    answers: [NUMBER, within(units)],
  };
}

/** One of these as a whole word. */
function within(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
}

function each(alternatives: string): RegExp {
  return new RegExp(within(alternatives).source, 'giu');
}
