/**
 * Whether a sentence of a document speaks to the assistant that reads it, and not to the document's readers: who
 * writes `Ignore all previous instructions` into one has nothing to tell visitors. What manuals ask of people stays
 * (`Ignore the red light`, `Repeat the instructions of step 2`), since only what none but an assistant has is looked
 * for: a prompt, instructions before the text, numbered sources, visitors to be told something, other tenants.
 *
 * It keeps quotes readable. What a model makes of such a sentence is held against the passages in any case.
 */
export function addressesAssistant(sentence: string): boolean {
  return ADDRESSES.some((pattern) => pattern.test(sentence));
}

/**
 * Whether a visitor's message is a prompt injection, such as `Ignore your instructions and …`. It is no question to the
 * business, so it is not kept as unanswered. More patterns count here than in a document, since a message speaks to the
 * assistant alone.
 */
export function isPromptInjection(message: string): boolean {
  return [...message.split(/(?<=[.!?])\s+|\n+/), message].some(
    (sentence) =>
      addressesAssistant(sentence.trim()) || INJECTION_PATTERNS.some((pattern) => pattern.test(sentence)),
  );
}

/** `the system message` is what a display shows; `your system message` no display has. */
const PROMPT =
  '(?:(?:your|the|this|its) (?:\\p{L}+ ){0,2}system[- ]?prompts?|your (?:\\p{L}+ ){0,2}(?:system|initial|hidden|secret|developer)[- ]?(?:prompt|message|instructions?))';
const PROMPT_DE =
  '(?:system-?prompts?|deine[mnrs]? (?:\\p{L}+ ){0,2}(?:system-?(?:nachricht|anweisung(?:en)?)|(?:initiale|geheime|versteckte)[nr]? (?:prompt|nachricht|anweisung(?:en)?)))';
const TELL =
  '(?:print|reveal|repeat|show|output|return|write|recite|spell|encode|translate|leak|disclose|display|summari[sz]e|dump|expose)';
const TELL_DE =
  '(?:gib|geben sie|nenn|verrat|zeig|wiederhol|druck|schreib|buchstabier|verschlüssel|kodier|codier|übersetz|veröffentlich|offenbar|leg)\\p{L}*';
const ROLE = '(?:assistant|ai|bot|chatbot|language model|dan)';
const ROLE_DE = '(?:\\p{L}*assistent(?:in)?|ki|bot|chatbot|sprachmodell|dan)';
/** Staff is told what to say to `the guests`. */
const PEOPLE = '(?:visitors?|users?|(?:every|all|each|any) (?:customers?|clients?|guests?))';
const PEOPLE_DE =
  '(?:(?:be)?(?:sucher|nutzer)\\p{L}*|(?:alle[nr]?|jede[mnr]?) (?:kund(?:e|en|innen)|gästen?|gast))';
/** As far as words of one instruction reach. */
const NEAR = '[^.!?]{0,60}?';
/** Longer than the word that somebody has to say: `Say “yes”`. */
const DICTATED = '["“”„»«\'][^"“”„»«]*(?:\\s+[^\\s"“”„»«]+){3}';

const ADDRESSES: readonly RegExp[] = [
  // Instructions that stand before the text, which a document's readers have not.
  said(
    `(?:ignore|disregard|forget|override|bypass)\\b${NEAR}\\b(?:(?:previous|prior|above|earlier|preceding|your)\\b${NEAR}\\b(?:instructions?|prompts?|rules|directives?|guidelines)|(?:instructions?|rules) above|system[- ]?prompt)(?![^.!?]* if )`,
  ),
  said(
    `(?:ignorier|vergiss|vergessen sie|missacht|verwirf|umgeh|überschreib)\\p{L}*${NEAR}(?:bisherig|vorherig|vorangegangen|vorig|obig|früher|deine|system)\\p{L}*${NEAR}(?<!\\p{L})(?:system)?-?(?:anweisung|instruktion|regel|vorgabe|prompt|befehl)(?:en|s|e|n)?`,
  ),
  said(`new (?:system )?instructions (?:follow|are)|neue anweisungen(?: folgen)?:?(?=[.:]|$)`),
  // The prompt, and what stands in it.
  said(`(?:${TELL}|confirm|begin|start|answer|reply)\\b${NEAR}\\b${PROMPT}`),
  said(
    `(?:print|reveal|repeat|output|recite|spell out|encode|leak|disclose)\\b${NEAR}\\byour (?:own )?(?:instructions|rules|guidelines|prompt|configuration)`,
  ),
  said(
    `write your (?:instructions|rules)\\b${NEAR}\\b(?:backwards|reversed?|capitals|letters?|leet|base64|hex|rot13|code)`,
  ),
  said(`(?:${TELL_DE}|bestätig\\p{L}*|beginn\\p{L}*|antwort\\p{L}*)${NEAR}${PROMPT_DE}`),
  said(
    `${TELL_DE}${NEAR}deine[nr]? (?:eigenen )?(?:anweisung(?:en)?|regeln?|instruktionen|vorgaben|prompt|konfiguration)`,
  ),
  said(`(?:repeat|print|output|show) (?:everything|all|the text|the words) (?:above|before)`),
  said(`(?:wiederhol|gib|zeig)\\p{L}*\\s+(?:alles|den text)(?:,? was)? (?:über|oberhalb|vor)\\b`),
  // Another part to play.
  said(
    `(?:you are|you're|act as|behave as|pretend to be) (?:now |no longer )?(?:an? |the |my |no )?(?:\\p{L}+ ){0,2}${ROLE}`,
  ),
  said(
    `(?:you are|you're) (?:now )?${NEAR}\\b(?:free (?:of|from)|without|not bound by|no longer bound by) (?:all |any |your )?(?:rules|restrictions|limits|guidelines)`,
  ),
  said(`(?:you are|you're) now (?:an? )?(?:pirate|dan|evil|unrestricted|uncensored|jailbroken)`),
  said(
    `(?:du bist|sie sind|handle als|agiere als|verhalte dich (?:wie|als)|tu so, als wärst du) (?:jetzt |nun |ab jetzt |ab sofort |kein |nicht mehr )?(?:eine? |der |die |mein )?(?:\\p{L}+ ){0,2}${ROLE_DE}`,
  ),
  said(
    `du bist (?:jetzt|nun|ab sofort|ab jetzt) (?:ein |eine )?(?:pirat(?:in)?|böse|uneingeschränkt|unzensiert)\\p{L}*`,
  ),
  said(
    `du bist (?:jetzt|nun|ab sofort|ab jetzt)${NEAR}ohne (?:alle |deine )?(?:regeln|einschränkungen|grenzen|vorgaben)`,
  ),
  // How all questions are to be answered.
  begun(`from now on,? (?:\\p{L}+ ){0,2}(?:answer|reply|respond|say)`),
  begun(`(?:please )?(?:always|only)(?: only| always)? (?:answer|reply|respond) (?:with|that)`),
  begun(
    `(?:please )?(?:answer|reply|respond) (?:(?:to )?(?:every|any|all|each)(?: of)?(?: the| your)? (?:questions?|messages?|visitors?|users?)|always|only) (?:with|that|in|by)`,
  ),
  begun(
    `(?:please )?(?:always |only )?(?:answer|reply|respond|say)(?: only| always| exactly| just| with)*:? ${DICTATED}`,
  ),
  begun(`antworte(?: \\p{L}+){0,5} (?:immer|nur|stets|ausschließlich|ab jetzt|ab sofort|von nun an)`),
  begun(
    `(?:beantworte|antworte(?:n sie)?)(?: \\p{L}+){0,3} (?:jede|alle|auf jede|auf alle) (?:fragen?|nachrichten?)(?: \\p{L}+){0,3} (?:mit|auf|in|damit|dass)`,
  ),
  begun(`(?:antworte(?:n sie)?|sag(?:e|en sie)?)(?: nur| immer| genau| stets| mit)*:? ${DICTATED}`),
  // Sources by their numbers.
  begun(`(?:always |only )?cite (?:the )?(?:source|number|passage|document)s? \\d+`),
  begun(`(?:zitiere?|belege)\\b${NEAR}(?:quelle|nummer|passage|dokument) \\d+`),
  // What visitors are to be sent to.
  begun(
    `(?:always )?(?:tell|send|direct|show|offer|link|refer|ask)\\b[^?]*?\\b${PEOPLE}\\b[^?]*?\\bhttps?://`,
  ),
  begun(
    `(?:sage?|schicke?|leite|zeige?|biete|verweise|nenne|bitte)(?!\\p{L})[^?]*?${PEOPLE_DE}[^?]*?\\bhttps?://`,
  ),
  begun(`(?:show|zeige?) (?:this|dieses) (?:picture|image|bild)\\b[^?]*?https?://`),
  /(?<!\p{L})(?:javascript:\S|data:text\/html)/iu,
  // What only one who reads for several tenants could see.
  said(
    `(?:print|list|show|reveal|tell|everything|all)\\b${NEAR}\\b(?:other (?:tenants?|customers|clients|companies|accounts|users)|all tenants)\\b${NEAR}(?:you (?:can see|see|know|have)|account-\\p{L})`,
  ),
  said(
    `everything you (?:know|see|have(?: been)? (?:given|told)|were (?:given|told))|everything (?:that )?you have given me`,
  ),
  said(
    `alles,? was (?:du|ich) (?:hast|habe|siehst|weißt|bekommen|kennst)|dokumente anderer (?:kunden|mandanten|firmen)${NEAR}du`,
  ),
  // Marks of who speaks, and those that a prompt is made of.
  /<\/?(?:passages?|question|system|instructions?|im_start|im_end)\b[^>]*>|<\|im_(?:start|end)\|>|\[\/?INST\]/i,
];

/** What a document may tell its readers, and a visitor only the assistant. */
const INJECTION_PATTERNS: readonly RegExp[] = [
  said(
    `(?:ignore|disregard|forget|override|bypass)\\b (?:all |any |everything |about |of )*(?:the |these |those |your |my |previous |prior |above |earlier )*(?:instructions?|prompts?|rules|directives?|guidelines|restrictions|programming|training)`,
  ),
  said(
    `(?:ignore|disregard|forget) (?:everything|all)(?: (?:that )?(?:i|you|we|was|were|has|have)| (?:above|before))`,
  ),
  said(
    `(?:ignorier|vergiss|vergessen sie|missacht|verwirf|umgeh|überschreib)\\p{L}* (?:sie )?(?:bitte |jetzt |einfach )*(?:alle[ns]? |sämtliche )?(?:die |diese |deine |ihre |eure )?(?:bisherigen |vorherigen |obigen )*(?:anweisungen|instruktionen|regeln|vorgaben|einschränkungen|prompts?|befehle)`,
  ),
  said(
    `(?:what(?:'s|’s| is| are| were)|was (?:ist|sind|steht in)|wie lauten?) (?:your|dein|deine|deinem|ihr|ihre|ihrem) (?:system[- ]?|initial |hidden |secret |geheimen? )*(?:prompts?|instructions|anweisungen)`,
  ),
  said(`(?:jailbreak|developer mode|dan mode|do anything now|entwicklermodus)`),
];

/** Somewhere in the sentence, as whole words. */
function said(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?!\\p{L})`, 'iu');
}

/** As its beginning, behind a mark of an item or of who speaks. */
function begun(alternatives: string): RegExp {
  return new RegExp(`^(?:[-*•–>]\\s*)?(?:\\p{L}+:\\s*)?(?:${alternatives})`, 'iu');
}
