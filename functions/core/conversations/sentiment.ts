/**
 * Whether a visitor's message says that they are unhappy with how they are served, by a small lexicon of both languages.
 * It looks at the tone, not at the matter: a report of something broken is what support is for. Rather misses a
 * complaint than sees one where there is none: several in a row are asked for anyway.
 */
export function isUnhappy(text: string): boolean {
  return clausesOf(text).reduce((sum, clause) => sum + scoreOf(clause), 0) < 0;
}

/** Words before a judging one that a negation turns it from: "not very helpful", "kein bisschen zufrieden". */
const REACH = 3;
/** German puts its negation behind the verb: "hilft mir leider nicht". */
const REACH_BEHIND = 4;

function scoreOf(words: readonly string[]): number {
  let score = 0;
  words.forEach((word, at) => {
    const before = words.slice(Math.max(0, at - REACH), at).some(isNegation);
    const behind = words.slice(at + 1, at + 1 + REACH_BEHIND).some(isNegation);
    if (matches(UNHAPPY, word)) score += before ? 1 : -1;
    else if (matches(HAPPY, word)) score += before ? -1 : 1;
    else if (HELP.has(word) && (before || behind)) score -= 1;
  });
  const clause = ` ${words.join(' ')} `;
  return score - PHRASES.filter((phrase) => clause.includes(` ${phrase} `)).length;
}

/** Folded words of each clause: a negation reaches no further than its own. */
function clausesOf(text: string): readonly (readonly string[])[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’‘`´]/g, "'")
    .split(/[.,;:!?()\n]+|\b(?:but|aber|sondern|although|obwohl)\b/u)
    .map((clause) => clause.match(/[\p{L}']+/gu) ?? []);
}

function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't") || /^kein(?:e[nmrs]?)?$/.test(word);
}

const NEGATIONS = new Set(
  'not no never none nothing cannot cant dont doesnt didnt isnt wasnt wont hardly without nicht nichts nie niemals kaum ohne weder'.split(
    ' ',
  ),
);

/** A word, or with `*` whatever begins so. */
interface Lexicon {
  readonly words: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

function lexicon(text: string): Lexicon {
  const all = text.trim().split(/\s+/);
  return {
    words: new Set(all.filter((word) => !word.endsWith('*'))),
    beginnings: all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
}

function matches({ words, beginnings }: Lexicon, word: string): boolean {
  return words.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
}

const UNHAPPY = lexicon(`
  angry annoyed annoying annoys appalling appalled atrocious awful bad badly bollocks bullshit crap crappy damn
  disappoint* disgrace* disgust* disrespectful dreadful dumb frustrat* fuck* furious garbage hate hopeless horrible
  horrendous idiot* incompetent infuriating insulting joke laughable lousy mad misleading moron nightmare nonsense
  outrageous outraged pathetic pissed poor poorly rage ridiculous rip-off ripoff rubbish rude scam shame shameful
  shit* shocking stupid sucks terrible unacceptable unbelievable unhappy unhelpful unprofessional unsatisf* upset
  useless worse worst worthless wtf
  abzocke argerlich argert arger beleidigend beschissen* betrug blod* bodenlos* dreist* dumm dummer dumme emport
  empor* enttausch* erbarmlich* fassungslos frech* frustrier* furchtbar* genervt grauenhaft* grottig* hasse idiot*
  inakzeptabel inkompeten* katastroph* lacherlich* lausig* mangelhaft* mies* miserabel miserabl* mist mull
  nerven nervig* nervt nutzlos* nutzlos peinlich* quatsch saftladen sauer scheiss* schlecht* schlimm* schrecklich*
  schwachsinn* sinnlos* skandal* stinksauer unbrauchbar* unertraglich* unfahig* unfreundlich* ungenugend*
  unglaublich unmoglich unprofessionell* unsinn unverschamt* unzufrieden* unzumutbar* verarger* verarsch* verdammt*
  witz wut wutend* zumutung
`);

const HAPPY = lexicon(`
  amazing appreciate* awesome brilliant excellent fantastic glad good great happy helpful impressed love lovely nice
  perfect pleased satisfied satisfactory satisfying super thank thanks thankful useful wonderful acceptable funny
  ausgezeichnet* begeistert danke dankbar dankeschon erfreut freundlich gut gute guter gutes hervorragend* hilfreich*
  klasse lustig nett perfekt* prima spitze toll tolle toller tolles wunderbar* zufrieden zufriedenstellend*
  akzeptabel
`);

/** Say something only where they are negated. */
const HELP = new Set(
  'help helps helped helping hilft helfen hilfe geholfen weiterhelfen weitergeholfen weiterhilft verstehst versteht understand understands'.split(
    ' ',
  ),
);

const PHRASES = [
  'fed up',
  'sick of',
  'waste of time',
  'wasting my time',
  'had enough',
  "i've had it",
  'what the hell',
  'nase voll',
  'reicht mir',
  'mir reicht',
  'zeitverschwendung',
  'das kann nicht wahr sein',
  'das darf nicht wahr sein',
  'das gibt es doch nicht',
  'unter aller sau',
  'geht gar nicht',
];
