/**
 * Whether a visitor's message asks for a human being instead of the bot: `Can I speak to a real person?`, `Mitarbeiter
 * bitte`. One of its sentences has to ask for nothing else, since people also speak of people (`Is there a person who
 * repairs bikes?`). Both languages are looked for, whatever the bot's is.
 */
export function asksForPerson(message: string): boolean {
  if (message.length > LONGEST) return false;
  return message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .split(/[.!?;\n]+/)
    .map((sentence) =>
      sentence
        .replace(/[,:"“”„()–—-]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .some((sentence) => ASKS.some((pattern) => pattern.test(sentence)));
}

/** A text that is longer tells a story, which is the documents' or the model's to understand. */
const LONGEST = 500;

const HUMAN = 'human(?: being)?s?|persons?|people';
const STAFF =
  'agents?|representatives?|reps?|operators?|advisors?|advisers?|employees?|assistants?|managers?|supervisors?|team members?|staff members?|(?:members? of (?:your |the )?)?(?:staff|team)|(?:customer |live |tech(?:nical)? )?(?:support|service|care)(?: (?:team|staff|agents?|representatives?|reps?|persons?))?';
const ANY = 'someone|somebody|anyone|anybody';
const REAL = 'real|actual|live|living|human|genuine';
const PERSON = `(?:(?:an? |the |your |some |any |one of your )?(?:(?:${REAL}) )*(?:${HUMAN}|${STAFF})|(?:${ANY})(?: (?:real|human))?)`;
/** Who can't be anything but the opposite of a bot. */
const HUMAN_ONLY = `(?:an? |any |some |the )?(?:human(?: being)?s?|(?:(?:${REAL}) )+(?:${HUMAN}|${STAFF}))`;
const MAY =
  "(?:(?:can|could|may|might|shall) (?:i|we|you)(?: please)?|(?:i|we)(?: would|'d)? (?:really )?(?:want|need|like|wish|prefer|love|have|rather)(?: to)?|i wanna|i must|let me|lets?|let's|is it possible to|is there (?:a|any) way to|how (?:can|could|do) (?:i|we)|how to|i am trying to|i'm trying to)";
const TALK =
  '(?:(?:speak|talk|chat|write|get through|get)(?: directly)? (?:to|with)|(?:be )?(?:connect(?:ed)?|transfer(?:red)?|put through|forward(?:ed)?|pass(?:ed)?(?: on)?|hand(?:ed)?(?: over)?|escalate)(?: (?:me|us|this))?(?: (?:through|over|on))?(?: directly)? (?:to|with)|put me (?:through|on)(?: (?:to|with))?|get (?:me|us)|give (?:me|us)|have)';
const BEFORE = '(?:(?:please|hi|hello|hey|ok|okay|no|sorry|but|just|so|well|then|and|thanks) )*';
const BEHIND =
  '(?: (?:please|pls|now|right now|immediately|asap|instead|directly|here|today|thanks|thank you|for help|in person|rather than .*|instead of .*|not (?:to |with )?(?:a |an |the )?(?:bot|chatbot|robot|machine|ai|computer)|(?:from|in|of|on) (?:your|the) (?:team|staff|company|support)|(?:about|regarding|concerning|because|since|who can help|to help)(?: .*)?))*';

const HUMAN_DE = 'mensch(?:en)?|person(?:en)?';
const STAFF_DE =
  '(?:support |service |kunden)?mitarbeiter(?:in|innen|n)?|(?:kunden)?berater(?:in|innen|n)?|ansprechpartner(?:in|n)?|(?:kunden)?betreuer(?:in|n)?|sachbearbeiter(?:in|n)?|agent(?:en|in)?|kolleg(?:e|en|in)|chef(?:in)?|vorgesetzten?|kundenservice|kundendienst|(?:kunden)?support|team';
const REAL_DE = '(?:echte|richtige|wirkliche|reale|lebende|lebendige|leibhaftige|menschliche)[mnrs]?';
const A_DE =
  '(?:eine[mnrs]? (?:ihrer|eurer|deiner) |(?:eine?[mnr]?|de[mnr]|die|das|ihre[mnr]?|eure[mnr]?|deine[mnr]?|irgendeine[mnr]?) )?';
const ANY_DE = 'jemand(?:e[mn])?(?: (?:echte[mns]|richtige[mn]|anderes|anderem))?';
const PERSON_DE = `(?:${A_DE}(?:${REAL_DE} )*(?:${HUMAN_DE}|${STAFF_DE})|${ANY_DE})`;
const HUMAN_ONLY_DE = `${A_DE}(?:menschen|(?:${REAL_DE} )+(?:${HUMAN_DE}|${STAFF_DE}))`;
const MAY_DE =
  '(?:(?:kann|könnte|koennte|darf|dürfte|möchte|moechte|will|würde|wuerde|muss|wollte) (?:ich|wir)|(?:können|könnten|dürfen|möchten|wollen|würden|müssen) wir|(?:ich|wir) (?:möchte|moechte|will|würde|wuerde|muss|kann|wollte|möchten|wollen|würden|müssen)|wie (?:kann|können) (?:ich|wir)|kann man|lassen sie mich|lass mich)';
const TALK_DE =
  '(?:sprechen|reden|chatten|schreiben|quatschen|kommunizieren|verbunden werden|in kontakt treten|zu tun haben)';
const FILLERS_DE =
  '(?:(?:bitte|gern|gerne|mal|hier|jetzt|sofort|direkt|lieber|auch|nur|doch|einfach|endlich|stattdessen|kurz|persönlich) )*';
const FROM_DE = '(?:(?:von|aus) (?:ihnen|euch|dir|ihrem team|eurem team|ihrer firma|ihrem haus|dem team) )?';
const ABOUT_DE = '(?:(?:über|wegen|zu|zum|zur) (?:\\S+ ){1,6})?';
const BEFORE_DE =
  '(?:(?:bitte|hallo|hi|guten tag|ok|okay|nein|danke|aber|und|dann|also|sorry|entschuldigung) )*';
const BEHIND_DE =
  '(?: (?:bitte|jetzt|sofort|danke|hier|direkt|persönlich|stattdessen|und nicht .*|statt .*|anstatt .*|nicht (?:mit )?(?:eine[mnr]? |de[mnr] )?(?:bot|chatbot|maschine|roboter|computer|ki)|(?:aus|von|in) (?:ihrem|eurem|dem) team|(?:über|wegen|weil|da|der mir|die mir|zu|zum|zur)(?: .*)?))*';

const ASKS: readonly RegExp[] = [
  english(`${MAY} ${TALK} ${PERSON}`),
  english(`${TALK} ${PERSON}`),
  english(`(?:i|we)(?: would|'d)? (?:really )?(?:want|need|like|prefer) ${HUMAN_ONLY}`),
  english(
    `(?:is|are) there (?:${PERSON}) (?:that |who |whom )?(?:i|we) (?:can|could) (?:speak|talk|chat|write)(?: to| with)?(?: to)?`,
  ),
  english(`(?:is|are) there (?:${HUMAN_ONLY})(?: (?:here|there|available|around|to (?:talk|speak) to))?`),
  english(`(?:${HUMAN_ONLY}|(?:an? )?(?:agent|representative|operator|live (?:chat|support)))`),
  english(
    `(?:can|could|may|will) (?:a|an|some|any) ?(?:${HUMAN_ONLY}|(?<=some |any )one|(?<=some |any )body) (?:please )?(?:help|answer|assist)(?: me| us)?`,
  ),
  german(
    `${MAY_DE} ${FILLERS_DE}${ABOUT_DE}${FILLERS_DE}(?:mit|an) ${PERSON_DE} ${FROM_DE}${FILLERS_DE}${ABOUT_DE}${FILLERS_DE}${TALK_DE}`,
  ),
  german(`(?:mit )${PERSON_DE} ${FROM_DE}${FILLERS_DE}${ABOUT_DE}${TALK_DE}`),
  german(
    `(?:(?:können|könnten|würden) sie |kannst du |könnt ihr )?(?:verbinden? |verbindet )?(?:sie )?(?:mich|uns) ${FILLERS_DE}mit ${PERSON_DE}(?: verbinden)?`,
  ),
  german(
    `(?:(?:können|könnten|würden) sie |kannst du |könnt ihr )?(?:leiten? |leitet |stellen? )?(?:sie )?(?:mich|uns) ${FILLERS_DE}(?:an|zu) ${PERSON_DE} (?:weiter(?:leiten)?|durch(?:stellen)?)`,
  ),
  german(
    `(?:ich|wir) (?:will|möchte|moechte|brauche|hätte|haette|wünsche mir|wollen|brauchen) ${FILLERS_DE}${HUMAN_ONLY_DE}`,
  ),
  german(
    `(?:gibt es|ist|sind|habt ihr|haben sie) (?:da |hier |dort |bei ihnen )*(?:auch )?${HUMAN_ONLY_DE}(?: (?:da|hier|erreichbar|verfügbar))?`,
  ),
  german(
    `(?:gibt es|ist da|ist hier) (?:hier |da )?${PERSON_DE} mit (?:dem|der|denen) (?:ich|wir|man) (?:\\S+ )?${TALK_DE} (?:kann|können|könnte)`,
  ),
  german(`(?:${A_DE}${REAL_DE} (?:${HUMAN_DE}|${STAFF_DE})|(?:mit )?${A_DE}mitarbeiter(?:in)?)`),
  german(`${PERSON_DE} bitte`),
  german(`bitte ${A_DE}(?:${REAL_DE} )*(?:mensch(?:en)?|mitarbeiter(?:in)?)`),
];

function english(alternatives: string): RegExp {
  return new RegExp(`^${BEFORE}(?:${alternatives})${BEHIND}$`, 'u');
}

function german(alternatives: string): RegExp {
  return new RegExp(`^${BEFORE_DE}(?:${alternatives})${BEHIND_DE}$`, 'u');
}
