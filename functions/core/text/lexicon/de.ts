import { inflectedGerman, stemGerman } from '../stemming/german';
import { type Lexicon, phrases, words } from './lexicon';

export const de: Lexicon = {
  // After Snowball's list, without what questions to a business turn on: `ohne`, `gegen`, `nicht` and `kein`.
  stopWords: words(`
    aber als also am an auch auf aus bei beim bin bis bist bitte da dadurch daher damit dann das dass daß dazu
    dein deine deinem deinen deiner deines dem den denn der deren des dessen dich die dies diese diesem diesen
    dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure eurem
    euren eurer eures für fürs gibt hab habe haben habt hat hatte hatten hattest hattet hier hin hinter ich
    ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes jene
    jenem jenen jener jenes jetzt kann kannst können könnt könnte könnten machen man manche manchem manchen
    mancher manches mein meine meinem meinen meiner meines mich mir mit muss musst musste müssen müsst nach
    noch nun nur ob oder sehr sein seine seinem seinen seiner seines seit sich sie sind so solche solchem
    solchen solcher solches soll sollen sollte sollten sollst sondern sonst soweit sowie über um und uns unser
    unsere unserem unseren unserer unseres unter vom von vor wann warum was weg weil weiter welche welchem
    welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wieso will wir wird wirst wo woher
    wohin worden wollen wollte wollten würde würden war waren warst wart wurde wurden während zu zum zur zwar
    zwischen hätte hätten wäre wären dürfen darf selbst viel
  `),
  shared: words('die war was so in am an man also will hat bin du des im'),
  everyday: words(`
    hallo guten danke kostet kosten preis preise brauche brauchen möchte nicht kein keine keinen ohne gegen
    bestellen bestellung zurückgeben rückgabe lange öffnet geöffnet bieten bietet geht uhr
  `),
  cells: words(`
    preis preise beschreibung menge anzahl datum uhrzeit beginn wochentag montag dienstag mittwoch donnerstag freitag
    samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags januar februar juni juli oktober
    dezember artikel bezeichnung nummer nr farbe gewicht breite kategorie ort plz telefon kurs leistung dauer kosten
    zimmer rabatt lieferzeit ja nein hersteller einheit mwst netto brutto gesamt summe kunde stadt bestand inhalt marke
    zutaten speisen wasser brot kind kinder erwachsene klein mittel rot blau schwarz gelb einzel doppel pro tag woche
    monat jahr
  `),
  endings: /[äöüß]|.{3}(?:ungs?|ungen|keit|heit|schaft|lich|liche[nrs]?|chen|tät|ische[nrs]?|zeit|preis)$/,
  askers: words(`
wann wie was wo wer wem wen wessen warum wieso weshalb welche welcher welches welchen welchem wohin woher womit wofür wozu worauf woran worin wobei wodurch wieviel wieviele ob
`),
  askingVerbs: words(`
kann kannst können könnt könnte könnten darf dürfen dürfte muss müssen müsste müssten soll sollen sollte wird werden würde würden würdet hat habt haben hätte hättet hätten ist sind seid gibt gibts gibt's geht gehts geht's macht machen nehmt nehmen bietet bieten verkauft verkaufen liefert liefern braucht brauche brauchen brauch kostet kosten lohnt reicht stimmt kommt kommen passt steht stehen wirkt läuft gilt gelten bekomme bekommen bekommt kriege kriegt krieg kriegen bleibt dauert akzeptiert repariert bin zahlt zahle zahlen habe hab sprecht sprechen versendet verschickt führt führen baut bauen verleiht vermietet
`),
  talk: {
    greetings: phrases(`
      hallo, hallöchen, hallo zusammen, hi, hey, hei, huhu, guten tag, guten morgen, guten abend, guten mittag, moin,
      moin moin, servus, grüezi, grüß gott, grüss gott, grüß dich, grüß euch, tach, mahlzeit, schönen guten tag,
      einen schönen guten tag, schönen guten morgen, schönen guten abend, einen guten tag, wie geht es ihnen, wie geht es dir,
      wie geht's, wie gehts, ich hoffe es geht ihnen gut, ich hoffe ihnen geht es gut, n abend, nabend
    `),
    salutations: phrases(`
      sehr geehrte, sehr geehrter, sehr geehrtes, sehr geehrte damen und herren, liebe, lieber, liebes, liebstes, werte,
      werter, verehrte, morgen, tag, na
    `),
    thanks: phrases(`
      danke, danke schön, dankeschön, danke sehr, danke dir, danke euch, danke ihnen, vielen dank, besten dank,
      herzlichen dank, lieben dank, tausend dank, schönen dank, recht herzlichen dank, danke im voraus, danke vorab,
      danke schon mal, danke schonmal, danke für die hilfe, danke für die auskunft, danke für eine kurze auskunft,
      vielen dank im voraus, vielen dank vorab, vielen dank schon mal, super, prima, perfekt, toll, klasse, spitze, alles klar,
      ok, okay, verstanden, das hilft, das hilft mir, das hat geholfen, für ihre hilfe, für die hilfe, für deine hilfe,
      für eure hilfe, für die information, für die auskunft, für eine kurze auskunft, für ihre antwort, für eure antwort,
      für die antwort, für ihre mühe, für eure mühe, für die mühe, gut zu wissen, merci, im voraus, schon mal, schonmal, vorab
    `),
    farewells: phrases(`
      tschüss, tschüß, tschau, auf wiedersehen, ciao, schönen tag noch, einen schönen tag noch, schönen tag, bis bald,
      bis dann, bis später, ade, servus, schönes wochenende, schönen abend noch, schönen abend, gute nacht, das war's,
      das wars, das war alles
    `),
    closings: phrases(`
      herzlichst, alles liebe, alles gute, beste wünsche, danke und gruß, danke und grüße,
      viele grüße, viele grüsse, viele liebe grüße, liebe grüße, liebe grüsse, beste grüße, beste grüsse, schöne grüße,
      schöne grüsse, herzliche grüße, herzliche grüsse, freundliche grüße, freundliche grüsse, mit freundlichen grüßen,
      mit freundlichen grüssen, mit freundlichem gruß, mit besten grüßen, mit lieben grüßen, mit herzlichen grüßen,
      lieben gruß, lieber gruß, schönen gruß, schöner gruß, besten gruß, freundlicher gruß, viele grüße aus, grüße,
      grüsse, grüßle, grüßle aus, hochachtungsvoll, mfg, lg, vg, bg, vlg, liebe grüße und danke,
      danke und viele grüße, danke schön und viele grüße, danke und liebe grüße, danke und lg, danke im voraus, danke vorab,
      danke schon mal, danke schonmal, vielen dank, vielen dank im voraus, vielen dank vorab, besten dank, herzlichen dank,
      lieben dank, tausend dank, dankeschön, danke schön, danke sehr, ich freue mich auf ihre antwort,
      ich freue mich auf eure antwort, ich freue mich auf ihre rückmeldung, entschuldigen sie die umstände,
      entschuldigen sie die störung, entschuldigung für die störung, sorry für die störung, es tut mir leid,
      schönen tag noch, einen schönen tag noch
    `),
    shortClosings: phrases(
      'danke, gruß, gruss, grüßle, merci, ciao, servus, tschüss, tschüß, bussi, sorry, bis dann, bis bald',
    ),
    invitations: phrases(`
      ich habe eine frage, ich habe mal eine frage, ich hab eine frage, ich hab ne frage, ich hab da mal ne frage,
      ich hab mal ne frage, ich hätte eine frage, ich hätte da eine frage, ich hätte da mal eine frage, ich hätte mal eine frage,
      ich habe eine kurze frage, ich hätte eine kurze frage, ich hätte gern eine auskunft, ich hätte gerne eine auskunft,
      ich habe ein paar fragen, ich habe zwei fragen, ich hätte zwei fragen, ich habe noch eine frage, hab ne frage,
      hab mal ne frage, hätte eine frage, hätte da mal eine frage, kurze frage, nur eine kurze frage, eine kurze frage,
      ganz kurze frage, eine frage, ne frage, mal eine frage, mal ne frage, noch eine frage, noch ne frage, frage,
      können sie mir helfen, kannst du mir helfen, könnt ihr mir helfen, könnten sie mir helfen, ich brauche hilfe,
      ich bräuchte hilfe, ich brauche mal hilfe, hilfe, darf ich etwas fragen, darf ich was fragen, darf ich sie etwas fragen,
      kann ich etwas fragen, kann ich sie etwas fragen, kann ich was fragen, ich möchte etwas fragen, ich wollte etwas fragen,
      ich wollte mal etwas fragen, ist da jemand, ist jemand da, jemand da
    `),
    frames: phrases(`
      können sie mir sagen, können sie mir bitte sagen, könnten sie mir sagen, könnten sie mir bitte sagen,
      können sie mir mitteilen, könnten sie mir mitteilen, könnten sie mir bitte mitteilen, können sie mir verraten,
      könnten sie mir verraten, kannst du mir sagen, könnt ihr mir sagen, könnt ihr mir verraten, könntet ihr mir sagen,
      können sie uns sagen, könnten sie uns sagen, könnten sie uns bitte sagen, könnt ihr uns sagen, sagen sie mir,
      sagen sie mir bitte, sagt mal, sag mal, sagen sie mal, sagen sie, wissen sie, wisst ihr, weißt du, wissen sie zufällig,
      ich wüsste gern, ich wüsste gerne, wir wüssten gern, ich würde gern wissen, ich würde gerne wissen,
      wir würden gern wissen, wir würden gerne wissen, ich möchte wissen, ich möchte gern wissen, ich möchte gerne wissen,
      ich wollte wissen, ich wollte fragen, ich wollte mal fragen, ich wollte nachfragen, ich wollte mal nachfragen,
      wollte fragen, wollte mal fragen, wollte nur fragen, ich wollte nur fragen, ich möchte fragen, ich frage mich,
      wir fragen uns, ich frage, darf ich fragen, darf ich mal fragen, mich interessiert, mich würde interessieren,
      uns würde interessieren, mich würde mal interessieren, meine frage, meine frage ist, meine frage wäre,
      ich habe eine frage zu, bitte sagen sie mir, bitte teilen sie mir mit, entschuldigung, entschuldigen sie,
      entschuldigen sie bitte, verzeihung, sorry, kurze frage,
      übrigens, bitte, und bitte
    `),
    identity: phrases(`
      bist du ein bot, bist du ein chatbot, bist du ein roboter, bist du eine maschine, bist du ein computer, bist du eine ki,
      bist du ein mensch, bist du echt, bist du ein echter mensch, bist du menschlich, sind sie ein bot, sind sie ein chatbot,
      sind sie ein roboter, sind sie eine maschine, sind sie eine ki, sind sie ein mensch, sind sie ein echter mensch,
      seid ihr ein bot, ist das ein bot, ist das ein chatbot, ist das hier ein bot, spreche ich mit einem bot,
      spreche ich mit einem menschen, spreche ich mit einer maschine, spreche ich mit einem roboter, rede ich mit einem bot,
      rede ich mit einem menschen, rede ich mit einer maschine, schreibe ich mit einem bot, schreibe ich mit einem menschen,
      schreib ich mit einem bot, schreib ich mit einem menschen, wer bist du, wer sind sie, was bist du, wie heißt du,
      wie heißen sie, mit wem spreche ich, mit wem schreibe ich, mit wem rede ich, was kannst du, was können sie
    `),
    fillers: words(
      'und auch zusammen alle allerseits ihnen euch dir na team leute ihr lieben liebes mal denn bitte so an alle auch noch ganz sehr schön da hier doch ein eine ja',
    ),
  },
  person: {
    people: words(`
      mensch menschen person personen mitarbeiter mitarbeiterin mitarbeitern mitarbeiterinnen berater beraterin beratern
      kundenberater kundenberaterin ansprechpartner ansprechpartnerin ansprechpartnern betreuer betreuerin kundenbetreuer
      sachbearbeiter sachbearbeiterin agent agenten agentin kollege kollegen kollegin chef chefin vorgesetzten
      kundenservice kundendienst kundensupport support service team jemand jemanden jemandem
    `),
    humans: words(`
      mensch menschen mitarbeiter mitarbeiterin echte echten echter echtem echtes richtige richtigen richtiger wirkliche
      wirklichen reale realen lebende lebenden lebendigen menschliche menschlichen menschlicher
    `),
    talking: words(`
      sprechen reden chatten schreiben quatschen kommunizieren verbunden verbinden verbindet verbinde kontakt leiten leitet
      weiterleiten weiter durchstellen durch stellen stellt helfen hilft brauche brauchen tun treten
    `),
    subjects: words('über wegen zu zum zur weil da statt anstatt'),
    beside: words(`
      kann könnte koennte darf dürfte möchte moechte will würde wuerde muss wollte ich wir können könnten dürfen möchten
      wollen würden müssen wie man lassen lass sie mich uns du kannst könnt ihr bitte gern gerne mal hier jetzt sofort direkt
      lieber auch nur doch einfach endlich stattdessen kurz persönlich von aus ihnen euch dir ihrem eurem deinem firma haus
      dem der die das den mit an zu eine einen einem einer ein ihrer eurer deiner ihren euren irgendeinem irgendjemanden
      echte echten echter echtem echtes richtige richtigen richtiger richtigem wirkliche wirklichen reale realen lebende
      lebenden lebendigen menschliche menschlichen menschlicher hallo hi guten tag ok okay nein danke aber und dann also sorry
      entschuldigung nicht bot chatbot maschine roboter computer ki gibt es ist sind habt haben in kontakt hätte haette
      wünsche mir bei da dort erreichbar verfügbar denen anderes anderem
    `),
  },
  letters: /[äöüß]/,
  stem: stemGerman,
  inflected: inflectedGerman,
  respelt: (word) => word.replace(/ae|oe|(?<!q)ue/g, (pair) => UMLAUTS[pair] ?? pair),
  joinsNouns: true,
  days: {
    names: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
    months: [
      'januar',
      'februar',
      'märz',
      'april',
      'mai',
      'juni',
      'juli',
      'august',
      'september',
      'oktober',
      'november',
      'dezember',
    ],
    holiday: 'feiertag',
    meanings: [
      [/^m(?:är|rz)/, [12]],
      [/^mai/, [14]],
      [/^okt/, [19]],
      [/^dez/, [21]],
      [/^früh/, [12, 13, 14]],
      [/^sommer/, [15, 16, 17]],
      [/^herbst/, [18, 19, 20]],
      [/^mo/, [0]],
      [/^di/, [1]],
      [/^mi/, [2]],
      [/^do/, [3]],
      [/^fr/, [4]],
      [/^(?:werk|wochen)tag/, [0, 1, 2, 3, 4]],
      [/^wochenend/, [5, 6]],
      [/^sa|^sonnabend/, [5]],
      [/^sonn-/, [6, 7]],
      [/^so/, [6]],
      [/^feier/, [7]],
      [/^(?:täglich|jeden)/, [0, 1, 2, 3, 4, 5, 6]],
    ],
    relative: `
      Feiertage Sommer Herbst Frühling heute jetzt morgen morgens vormittags mittags nachmittags abends Wochenende
      Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag
    `,
    opening: 'geöffnet Öffnungszeiten schließen',
    showsOpening:
      'geöffnet|geschlossen|ruhetag|offen|\\p{L}*(?:öffnungs|sprech|geschäfts|büro|laden|service|praxis)(?:zeit(?:en)?|stunden?)',
    heading: '(?:unsere )?(?:\\p{L}*öffnungszeiten|sprech(?:zeiten|stunden?)|geschäftszeiten)',
    others: { sonnabend: 5 },
    short: 'Mo|Di|Mi|Do|Fr|Sa|So',
    each: [
      ['täglich|jeden Tag', 7],
      ['werktags|wochentags', 5],
    ],
    to: 'bis(?: einschließlich)?',
    and: 'und|u\\.',
    before: 'ab|von|bis|nur|geschlossen|Ruhetag',
    written:
      '(?:mon|diens|donners|frei|sams|sonn|werk|wochen|feier)tag(?:e?s|en?)?|mittwochs?|sonnabends?|wochenenden?s?|sonn- ?(?:und|u[.]|&|[+]|/) ?feiertag(?:e?s|en?)?|täglich|jeden tag|' +
      'januar|februar|märz|mai|juni|juli|oktober|dezember|frühjahr|frühling|sommer|herbst',
    times:
      'mittags?|mitternacht|geschlossen|ruhetag|nach vereinbarung|auf anfrage|24 ?stunden|rund um die uhr',
    clock: 'uhr',
    beside: words(`
      uhr vom von bis und oder sowie an am ab im um zu ist sind wir haben hat öffnet geöffnet offen nur auch den der die
      durchgehend jeweils spät öffnungszeiten sprechzeiten geschäftszeiten
    `),
  },
  figures: {
    numbers:
      'halbe?[mnrs]?|anderthalb|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)einhalb|einige[nr]?|mehrere[nr]?|wenige[nr]?|' +
      'ein|eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|' +
      '(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|' +
      '(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(?:hundert|tausend)',
    single: words('ein eine einen einem einer halben halbe'),
    howMany: 'wie ?viele',
    unitsOfTime:
      'sekunden?|minuten?|(?:halbe|(?:drei)?viertel)?stunden?|(?:werk)?tage?[ns]?|wochen?|monate?[ns]?|(?:halb|viertel)?jahre?[ns]?|std',
    times:
      'mittags?|mitternacht|wöchentlich|monatlich|jährlich|ganztägig|morgens|vormittags|nachmittags|abends|nachts|\\p{L}*mal|stundenkilometer',
    clock: 'um|ab|bis|von|gegen|und',
    noSum:
      'kostenlos|kostenfrei|gratis|umsonst|die hälfte|halben? preis|frei|auf anfrage|nach vereinbarung|nach absprache|' +
      'nach aufwand|inklusive|inbegriffen|im preis enthalten|nichts|(?<=: )keine?r?',
    kinds: {
      price: {
        asks: 'kostet|kosten|preise?|teuer|(?<=(?:muss|müssen) (?:\\p{L}+ ){1,5})zahlen|zahle',
        // To taste a wine is no price.
        names: 'gebühr(?:en)?|(?<!ver)kosten|preise?|tarife?',
        also: 'wie (?:hoch|viel)',
        says: 'kostet|kosten|preise?|gebühr(?:en)?|tarife?|betragen|beträgt',
      },
      time: {
        asks: 'wie (?:lange|spät|oft|häufig|bald|schnell)|wann|um wie ?viel uhr|(?:an |am )?welche[nmr]? (?:wochen)?tag(?:en?)?',
        names:
          '(?:(?<!mahl|hoch|brot|jahres|aus|eltern|krisen|vor)zeiten|(?<!be|ent)fristen|frist)|wie ?viele (?:minuten|stunden|tage|wochen|monate|jahre)',
        also: 'dauert|dauern|wie lang',
        says: 'dauert|dauern|hält',
      },
      distance: {
        adjective: 'wie (?:weit|breit|tief|lang)|entfernung',
        units: '(?:kilo|zenti|milli)?metern?',
      },
      weight: {
        asks: 'wie schwer|wiegt|wiegen',
        names: 'gewicht',
        says: 'wiegt|wiegen|schwer',
        units: '(?:kilo)?gramm|kilos?|tonnen?|pfund',
      },
      temperature: { adjective: 'wie (?:warm|kalt|heiß)', names: 'temperatur(?:en)?', units: 'grad' },
      torque: { adjective: 'wie fest', names: 'drehmomente?', units: 'newtonmetern?' },
      pressure: { names: '(?:luft|reifen|wasser)druck', units: '(?:hekto|kilo)?pascal' },
      brightness: { adjective: 'wie hell', names: 'helligkeit' },
      loudness: { adjective: 'wie laut', names: 'lautstärke', units: 'dezibel' },
      power: { names: 'wattzahl' },
      age: { adjective: 'wie alt', units: 'jahre?n?|alter' },
      degree: { adjective: 'wie (?:hoch|groß|stark|dick|voll|jung|klein|viel)|wieviel', units: 'doppelt' },
    },
  },
  denials: 'keine?[mnrs]?|nicht|nie|niemals|ohne|frei von',
  forms: {
    when: 'wann|um wie ?viel uhr',
    where: 'wo|wohin|woher',
    who: 'wer|wen|wem',
    how: 'wie',
    many: 'wie ?viele?',
    what: 'was|welche\\p{L}*',
    why: 'warum|wieso|weshalb',
  },
  // Only what a business and its visitors mean alike: no `Umtausch` for a `Rückgabe`, and no `Garantie` for a
  // `Gewährleistung`, which differ before the law.
  families: [
    'lieferung lieferungs liefern geliefert liefer versand versenden verschicken verschickt zustellung zustellen porto',
    'rückgabe zurückgeben retoure rücksendung zurücksenden zurückschicken',
    'stornierung stornieren storno storniert absagen absage abbestellen abbestellung',
    'reservierung reservieren buchung buchen buchbar vereinbaren anmeldung anmelden voranmeldung',
    'schwimmbad schwimmbecken hallenbad pool swimmingpool',
    'wlan wifi internet internetzugang',
    'aufzug fahrstuhl lift',
    'handy mobiltelefon smartphone',
    'fahrrad rad bike velo',
    'fernseher fernsehgerät tv',
    'anreise anreisen einchecken checkin',
    'abreise abreisen auschecken checkout',
    'parkplatz stellplatz parken',
    'auto pkw wagen fahrzeug kfz',
    'barrierefrei rollstuhlgerecht behindertengerecht',
    'öffnungszeit sprechzeit sprechstunde geöffnet öffnen öffnet offen schließen schließt geschlossen schließzeit ruhetag',
    'samstag samstags sonnabend sonnabends',
    'weihnachten weihnachtstag heiligabend silvester dezember',
    'feiertag ostern ostermontag ostersonntag pfingsten pfingstmontag pfingstsonntag karfreitag himmelfahrt fronleichnam allerheiligen',
    'spät später late',
    'früh früher early',
    'haustier',
    'kinderbett babybett gitterbett',
    'student studentin studierende studium',
    'schließfach spind',
    'herren männer mann herr',
    'damen frauen frau dame',
    'passwort kennwort zugangscode',
    'gestohlen diebstahl geklaut',
    'erstattung erstatten rückerstattung geld-zurück',
    'rabatt ermäßigung ermäßigt vergünstigung nachlass',
    'rauchen raucher rauchverbot',
    'stellenangebot job jobs karriere bewerben bewerbung',
    'gramm g',
    'kilogramm kilo kg',
    'zentimeter cm',
    'meter m',
    'liter l',
    'stunde std h',
    'minute min',
  ],
  kinds: { haustier: 'hund katze' },
};

const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
