import { tokenise } from '#core/text/analysis';

/** What a question asks for that has a shape of its own: a telephone number, an address of e-mail or of a street. */
export interface Contact {
  /** Words of the question that only ask for it, in lower case. */
  readonly askedBy: ReadonlySet<string>;
  /** 1 where a clause has one, else 0. */
  meets(clause: string): number;
  /** Whether a sentence says by itself what its number or address is for. */
  names(sentence: string): boolean;
  /** Whether it has such a one for something else: a fax is no telephone. */
  isOther(sentence: string): boolean;
  /** Words that texts have beside it. */
  readonly label: string;
}

/** Null where it asks for none of these: `Why do you need my phone number?` */
export function contactAskedFor(question: string): Contact | null {
  if (question.length > LONGEST || ASKS_WHY.test(question)) return null;
  for (const { asks, answers, says, other, label } of CONTACTS) {
    const asking = asks.flatMap((pattern) => [...question.matchAll(pattern)].map(([said]) => said));
    if (asking.length === 0) continue;
    return {
      askedBy: new Set([...asking.flatMap((said) => tokenise(said)), ...ASKS_TOO]),
      meets: (clause) => (answers.some((pattern) => pattern.test(clause)) ? 1 : 0),
      names: (sentence) => says.test(sentence),
      isOther: (sentence) => (other?.test(sentence) ?? false) && !says.test(sentence),
      label,
    };
  }
  return null;
}

/** Words that say nothing else in such a question. */
const ASKS_TOO =
  `lautet lauten heißt genau exactly located based situated find finde finden befinden befindet liegt
  liegen schreiben schicken senden send write`.split(/\s+/);

/** Who asks for a number needs few words, and a long text is expensive to look through. */
const LONGEST = 200;

interface ContactKind {
  readonly asks: readonly RegExp[];
  readonly answers: readonly RegExp[];
  readonly says: RegExp;
  readonly other?: RegExp;
  readonly label: string;
}

const ASKS_WHY = /^\s*(?:why|warum|wieso|weshalb|wozu|wofür)(?!\p{L})/iu;

/** Not a visitor's own, which is not asked for but asked about. */
const NOT_MINE = '(?<!(?<!\\p{L})(?:my|our|their|mein\\p{L}*|unser\\p{L}*)\\s(?:\\p{L}+\\s)?)';
/** How a question begins that asks what something is; not `How do I change …?` */
const WHAT =
  "(?:what(?:['’]?s)?|which|under|at|wie (?:ist|lautet|heißt|sind|lauten)|was ist|welche\\p{L}*|unter|an|auf|and|und|" +
  'give|tell|i need|ich (?:brauche|suche)|nennen?|(?:haben|kennen) sie|hast|habt|do you have|have you|is there|gibt es|' +
  'can you (?:give|tell)|können sie|kannst du|könn\\p{L}+)';
const YOURS = '(?:your|the|ihre?|deine?|eure?|die|der|das)\\s+';

/** Asked by a noun: at the question's beginning, or behind what asks for it. */
function noun(nouns: string): RegExp {
  return pattern(
    `(?<=^\\s*(?:${YOURS})?)(?:${nouns})|(?<=^[^\\p{L}]*${WHAT}(?!\\p{L})[^?]*)${NOT_MINE}(?:${nouns})`,
  );
}

/** Nouns that mean a thing as well, and its number or address only where they are the whole question or `yours`. */
function thing(nouns: string): RegExp {
  return pattern(
    `(?<=^\\s*(?:${YOURS})?)(?:${nouns})(?=\\s*[?.!]*\\s*$)|` +
      `(?<=^\\s*(?:what(?:['’]?s| is)|wie (?:ist|lautet)|was ist)\\s+(?:your|ihre?|deine?|eure?)\\s+)(?:${nouns})`,
  );
}

/** Asked by what is done: `How can I call you?` */
function doing(verbs: string): RegExp {
  return pattern(`(?<=^\\s*(?:how|where|wie|wo|womit|under|unter|at|an)(?!\\p{L})[^?]*)(?:${verbs})`);
}

const YOU = '(?:you|sie|euch|dich|jemanden|someone|anyone|somebody)';
const REACH = `(?:reach|get hold of)(?= ${YOU}(?!\\p{L}))|(?<=(?<!\\p{L})${YOU}\\s(?:\\p{L}+\\s){0,3})erreichen|erreich\\p{L}*(?= (?:ich|wir|man) ${YOU}(?!\\p{L}))`;
const CONTACT = `contact|get in touch|kontaktier\\p{L}*|kontakt aufnehmen|${REACH}`;

/** Digits in groups behind a country's or an area's code; no date, and no part of an account's number. */
const PHONE = [
  /(?<![\p{L}\p{N}])(?<!\d[ /.-])(?:\+|00)[1-9](?=(?:\D{0,3}\d){6})[\d ()/.-]{6,22}\d(?!\d)/u,
  /(?<![\p{L}\p{N}+(])(?<!\d[ /.-])\(?0[1-9]\d{1,4}\)?[ /-]{1,3}\d[\d /-]{2,12}\d(?!\d)/u,
  /(?<![\p{L}\p{N}])(?<!\d[ /.-])0[1-9]\d{6,12}(?!\d)/u,
  /(?<![\p{L}\p{N}])(?<!\d[ /.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/u,
];
const MAIL = [/(?<![^\s@])[^\s@]{1,64}@[^\s@]{1,255}\.\p{L}{2,}/u];
const NO_PLACE =
  'Euro|EUR|Kilometern?|Metern?|Quadratmetern?|Stück|Liter|Watt|Kunden|Gästen?|Besuchern?|Mitarbeitern?|Wohnungen';
const STREETS =
  '[Ss]tra(?:ß|ss)e|[Ss]tr\\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Uu]fer|[Dd]amm|[Mm]arkt|[Cc]haussee|[Ss]teig|[Pp]romenade|[Gg]raben';
const POSTAL = [
  new RegExp(`(?<!\\p{L})\\p{Lu}?[\\p{L}.-]*(?:${STREETS}) \\d{1,4}(?!\\d|[.,]\\d)`, 'u'),
  new RegExp(
    `(?<!\\d)(?:(?:D-?)?\\d{5}|(?:A|AT|CH)-\\d{4}) (?!(?:${NO_PLACE})(?!\\p{L}))\\p{Lu}\\p{L}+`,
    'u',
  ),
  /(?<!\d)\d{1,4}[A-Za-z]? (?:\p{Lu}[\p{L}'’.-]+ ){1,3}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Drive|Dr|Square|Sq|Boulevard|Blvd|Way|Court|Place|Terrace|Row|Quay|Close|Crescent|Hill|Gardens|Wharf|Pier)(?!\p{L})/u,
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{2} \d{5})(?![\p{L}\p{N}])/u,
  /(?<!\p{L})(?:p\.? ?o\.? box|postfach) \d/iu,
  /(?<!\p{L})(?:(?:find|visit) us|finden? (?:sie|du|ihr) uns|(?:we|shop|store|office|restaurant|hotel) (?:are|is) (?:located|situated)|wir (?:befinden uns|liegen)|unser\p{L}* \p{L}+ (?:befindet sich|liegt))(?!\p{L})/iu,
];

const CONTACTS: readonly ContactKind[] = [
  {
    asks: [
      noun('(?:e-?)?mail[ -]?(?:address(?:es)?|adressen?)'),
      thing('(?:e-?)?mails?'),
      pattern(
        '(?<=^\\s*an welche )adresse(?=.*mail)|(?<=^\\s*an welche adresse .*)(?:e-?)?mail|(?<=(?:which|what) )address(?=.*mail)',
      ),
      doing(
        '(?<=(?:i|we) )(?:e-?)?mail(?= you|the)|by (?:e-?)?mail|(?<=you )an? (?:e-?)?mail|per (?:e-?)?mail|(?<=ihnen )(?:eine )?(?:e-?)?mail',
      ),
    ],
    answers: MAIL,
    says: pattern('(?:e-?)?mail\\p{L}*|write|schreib\\p{L}*', 'iu'),
    label: 'E-Mail',
  },
  {
    asks: [
      noun(
        '(?:tele)?phone[ -]?numbers?|mobile number|hotline|telefonnummern?|(?:ruf|handy|mobil|mobilfunk|service)nummern?|durchwahl',
      ),
      thing('(?:tele)?phone|telefon|tel|handy'),
      pattern(
        `(?<=^\\s*(?:unter|on|at) (?:welcher|which|what) )(?:nummer|number)|(?<=nummer )erreich\\p{L}*`,
      ),
      doing(
        `(?<=(?:i|we) )(?:call|phone|ring)(?= (?:you|the|someone|anyone)(?!\\p{L}))|by (?:tele)?phone|anrufen|telefonisch(?: erreich\\p{L}*)?`,
      ),
    ],
    answers: PHONE,
    says: pattern(
      'telefon\\p{L}*|tel|fon|phone|telephone|call|ring|mobile|hotline|handy|mobil|anruf\\p{L}*|ruf\\p{L}*|erreich\\p{L}*|nummer|number',
      'iu',
    ),
    other: pattern('(?:tele)?fax', 'iu'),
    label: 'Telefon Tel phone',
  },
  {
    asks: [noun('(?:tele)?fax(?:[ -]?(?:numbers?|nummern?))?')],
    answers: PHONE,
    says: pattern('(?:tele)?fax', 'iu'),
    other: pattern('telefon|tel|phone|mobil|mobile', 'iu'),
    label: 'Fax',
  },
  {
    asks: [doing(CONTACT)],
    answers: [...PHONE, ...MAIL],
    says: pattern(
      'telefon\\p{L}*|tel|phone|call|(?:e-?)?mail|write|schreib\\p{L}*|erreich\\p{L}*|contact|kontakt\\p{L}*|ruf\\p{L}*|anruf\\p{L}*',
      'iu',
    ),
    other: pattern('(?:tele)?fax', 'iu'),
    label: 'Kontakt contact Telefon phone E-Mail',
  },
  {
    asks: [
      noun(
        '(?<!(?:mail|web|internet|ip|liefer|rechnungs)[ -]?)(?:(?:postal|street|mailing|business|office|visiting) )?(?:address|(?:post|haus|geschäfts|firmen|büro|besucher)?(?:adresse|anschrift))',
      ),
    ],
    answers: POSTAL,
    says: pattern('adresse|anschrift|address|find\\p{L}*|visit|besuch\\p{L}*', 'iu'),
    label: 'Adresse Anschrift Anfahrt address location find us',
  },
];

function pattern(alternatives: string, flags = 'giu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, flags);
}

/** Whether a sentence tells a number or an address and nothing else: `Telefon: 089 1234567`. */
export function isContactAlone(sentence: string): boolean {
  if (sentence.length > LONGEST) return false;
  const found = [...PHONE, ...MAIL].map((pattern) => pattern.exec(sentence)?.[0]).find((each) => each);
  return found !== undefined && (sentence.replace(found, '').match(/\p{L}+/gu) ?? []).length <= LABEL;
}

/** Words of a label. */
const LABEL = 2;

/** Asks for a person, a manner or a reason, which no number tells. */
export function asksForNoContact(question: string): boolean {
  return /^\s*(?:who|whose|why|how|wer|wessen|wen|warum|wieso|weshalb|wie)(?!\p{L})/iu.test(question);
}

/** What `Where are you?` asks, with the word for it, which it leaves out. */
export function withAddress(question: string): string {
  if (question.length > LONGEST || !WHERE_YOU.some((asks) => asks.test(question))) return question;
  return /^\s*wi?[oe]/iu.test(question) ? 'Welche Adresse?' : 'Which address?';
}

/** What a business calls itself; where its restrooms are, no address tells. */
const PLACES =
  '(?:shop|store|office|practice|surgery|restaurant|café|cafe|hotel|museum|studio|salon|workshop|showroom|branch|' +
  'laden|geschäft|büro|gaststätte|kanzlei|filiale|bäckerei|apotheke|agentur|\\p{L}*(?:laden|geschäft|praxis|werkstatt|halle))';
const WHERE_YOU = [
  /^\s*(?:wie (?:komme|kommen|finde|finden) (?:ich|wir|man) (?:am besten )?(?:zu (?:ihnen|euch|dir)|sie|euch|hin)|how (?:do|can) (?:i|we) (?:get to you|find you|get there))(?: hin| finden)?\s*[?.!]*\s*$/iu,
  /^\s*(?:where (?:exactly )?(?:are you(?: located| based| situated)?|can (?:i|we) find you)|wo (?:genau )?(?:(?:sind|seid|bist|liegt|liegen|befinden) (?:sie|ihr|du)(?: sich| euch| dich)?|(?:finde|finden|kann|können) (?:ich|wir|man) (?:sie|euch|dich))(?: (?:zu )?finden)?)\s*[?.!]*\s*$/iu,
  new RegExp(
    `^\\s*(?:where (?:exactly )?(?:is|can (?:i|we) find|do (?:i|we) find) (?:the|your) ${PLACES}(?: located| based| situated)?|` +
      `wo (?:genau )?(?:ist|liegt|befindet sich|finde ich|finden wir|kann ich) (?:die|das|der|den|ihre?n?|eure?n?) ${PLACES}(?: finden)?)\\s*[?.!]*\\s*$`,
    'iu',
  ),
];
