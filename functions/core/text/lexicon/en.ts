import { stemEnglish } from '../stemming/english';
import { type Lexicon, phrases, words } from './lexicon';

export const en: Lexicon = {
  // After Snowball's list; what the tokeniser leaves of contractions (`don't` becomes `don`, `t`) is included.
  stopWords: words(`
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves what which who whom whose this that these those
    am is are was were be been being have has had having do does did doing done would should could can will
    shall may might must ought cannot a an the and but if or because as until while of at by for with about
    against between into through during before after above below to from up down in out on off over under
    again further then once here there when where why how all any both each few more most other some such no
    nor not only own same so than too very also just much many please tell
    s t d ll m o re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn mustn
  `),
  shared: words('was so in am an will all not her no me on a i s t d m o is as do'),
  everyday: words(
    'hello hi thanks thank cost costs price prices need want get buy order return open opening is it i my long offer',
  ),
  cells: words(`
    price prices description quantity amount date time day weekday monday tuesday wednesday thursday friday saturday
    sunday january february march june july october december item product number size colour color weight length width
    height category city town street postcode zip phone course service duration fee room piece each discount available
    yes manufacturer unit vat net gross total customer country stock contents brand ingredients drinks dishes water bread
    child children adult adults small large medium red blue green black white yellow single double per day week month year
  `),
  endings: /.{3}(?:ness|ship|ful|less|ght|ing|ings|ery)$/,
  askers: words('what when where who whom whose which why how'),
  askingVerbs: words(
    'can could may might must do does did is are was were will would shall should has have am any',
  ),
  talk: {
    greetings: phrases(`
      hello, hi, hey, hiya, howdy, good morning, good afternoon, good evening, good day,
      greetings, how are you, how do you do, hello again, hi again, hope you are well, i hope you are well,
      hope you're well, i hope you're well, hope all is well, i hope this finds you well, hope you are doing well
    `),
    salutations: phrases('dear, to whom it may concern, morning, afternoon, evening'),
    thanks: phrases(`
      thanks, thank you, thx, ty, thanks a lot, thanks a bunch, thanks a million, thanks a ton, many thanks, thanks so much,
      thank you so much, thank you very much, thanks very much, thanks again, thank you again, thanks in advance,
      thank you in advance, thanking you in advance, great, perfect, ok, okay, cool, nice, brilliant, lovely, awesome,
      wonderful, excellent, got it, i see, that helps, that helped, very much, so much, for your help, for the help,
      for your time, for the information, for any help, for helping, for your quick reply, much appreciated,
      any help would be great, any help is appreciated, appreciate it, i appreciate it, much obliged, good to know
    `),
    farewells: phrases(`
      bye, goodbye, good bye, bye bye, see you, see you later, see you soon, have a nice day, have a good day,
      have a great day, have a lovely day, have a good one, take care, good night, that is all, that's all
    `),
    closings: phrases(`
      kind regards, best regards, warm regards, regards, with kind regards, with best regards, best wishes, warm wishes,
      all the best, many thanks, yours sincerely, yours faithfully, sincerely, yours truly, thanks in advance,
      thank you in advance, thanks so much, thank you so much, many thanks in advance, looking forward to your reply,
      looking forward to hearing from you, i look forward to hearing from you, thanks a lot, thank you,
      sorry for the bother, sorry to bother you, have a nice day, have a great day, have a lovely day, have a good day
    `),
    shortClosings: phrases(
      'thanks, best, cheers, ta, love, xx, x, yours, warmly, thx, sorry, greetings, greets, respectfully',
    ),
    invitations: phrases(`
      i have a question, i have a quick question, i've got a question, i've got a quick question, i got a question,
      i have some questions, i have a few questions, i have two questions, just a quick question, quick question,
      one quick question, a quick question, one question, a question, question, quick one, just a quick one, can you help,
      can you help me, could you help me, could you help, can you help me please, i need help, i need some help,
      i need your help, help, can i ask something, can i ask you something, can i ask a question, may i ask a question,
      may i ask something, i want to ask something, i would like to ask something, i'd like to ask something,
      i would like to ask a question, one more question, another question, one more thing, one last question,
      is anybody there, is anyone there, is someone there, anybody there, anyone there
    `),
    frames: phrases(`
      could you tell me, can you tell me, would you tell me, could you please tell me, can you please tell me,
      can you tell us, could you tell us, could you let me know, can you let me know, could you please let me know,
      please tell me, please let me know, tell me, let me know, do you know, do you happen to know, i'd like to know,
      i would like to know, i want to know, i wanted to know, i wanna know, i need to know, i'd love to know,
      i was wondering, i am wondering, i'm wondering, just wondering, i wonder, i wanted to ask, i want to ask,
      i would like to ask, i'd like to ask, may i ask, can i ask, could i ask, would you mind telling me,
      would you be able to tell me, any idea, do you have any idea, i'm trying to find out, i am trying to find out,
      i can't find, i cannot find, please, excuse me, sorry, sorry but, quick question, my question is, i have a question about, by the way, btw, and please
    `),
    identity: phrases(`
      are you a bot, are you a robot, are you a chatbot, are you a machine, are you a computer, are you an ai, are you ai,
      are you human, are you a human, are you a person, are you a real person, are you real, are you a real human,
      am i talking to a bot, am i talking to a robot, am i talking to a machine, am i talking to a human,
      am i talking to a person, am i talking to a real person, am i chatting with a bot, is this a bot, is this a robot,
      is this a chatbot, is this an ai, is this a real person, is this automated, who are you, what are you,
      what is your name, what's your name, what can you do, who am i talking to, do i talk to a bot
    `),
    fillers: words(
      'there all team everyone everybody folks guys again you and oh ah well so please just again for now then dear to me us again a',
    ),
  },
  person: {
    people: words(`
      human humans being person persons people agent agents representative representatives rep reps operator operators
      advisor adviser advisors advisers employee employees assistant manager supervisor staff team member members support
      service care someone somebody anyone anybody customer colleague
    `),
    humans: words('human humans real actual live living genuine agent representative operator'),
    talking: words(`
      speak talk chat write connect connected transfer transferred put forward forwarded pass passed hand handed escalate
      through get help answer assist there have give
    `),
    subjects: words('about regarding concerning because since rather instead'),
    beside: words(`
      can could may might shall will i we you want need like wish prefer love rather would d really wanna must let me us
      lets s is it possible to there any way how do am trying m an a the your my one of some real actual live living genuine
      not bot chatbot robot machine ai computer please pls hi hello hey ok okay no sorry but just so well then and thanks
      thank now right immediately asap directly here today for in person from on company with tech technical order
      available around i ll be over this that are someone who
    `),
  },
  letters: /(?!)/,
  stem: stemEnglish,
  inflected: (word) => [word],
  respelt: (word) => word,
  joinsNouns: false,
  days: {
    names: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    months: [
      'january',
      'february',
      'march',
      'april',
      'may',
      'june',
      'july',
      'august',
      'september',
      'october',
      'november',
      'december',
    ],
    holiday: 'public holidays',
    meanings: [
      [/^jan/, [10]],
      [/^feb/, [11]],
      [/^mar/, [12]],
      [/^apr/, [13]],
      [/^may/, [14]],
      [/^jun/, [15]],
      [/^jul/, [16]],
      [/^aug/, [17]],
      [/^sep/, [18]],
      [/^oct/, [19]],
      [/^nov/, [20]],
      [/^dec/, [21]],
      [/^spring/, [12, 13, 14]],
      [/^summer/, [15, 16, 17]],
      [/^autumn/, [18, 19, 20]],
      [/^winter/, [21, 10, 11]],
      [/^mo/, [0]],
      [/^tu/, [1]],
      [/^we(?:d|$)/, [2]],
      [/^th/, [3]],
      [/^fr/, [4]],
      [/^weekday/, [0, 1, 2, 3, 4]],
      [/^weekend/, [5, 6]],
      [/^sat/, [5]],
      [/^su/, [6]],
      [/^(?:public|bank|national|hol)/, [7]],
      [/^(?:daily|every day|all week|seven|7)/, [0, 1, 2, 3, 4, 5, 6]],
    ],
    relative: `
      public bank holidays winter summer spring autumn today tonight tomorrow now morning mornings afternoon afternoons
      evening evenings weekend monday tuesday wednesday thursday friday saturday sunday
    `,
    opening: 'open opening hours times close',
    showsOpening: 'open(?:s|ing)?|closed|(?:business|office|shop) hours|hours$',
    heading: '(?:our )?(?:(?:opening|business|office) (?:hours|times)|hours)',
    others: {},
    short: 'Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun',
    each: [
      ['daily|every day|seven days a week|7 days a week', 7],
      ['(?:on )?weekdays', 5],
    ],
    to: 'to|till|until|thru|through',
    and: 'and',
    before: 'from|until|till|only|closed|noon',
    written:
      '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|daily|every day|all week|(?:seven|7) days a week|(?:public |bank |national )?(?:holidays?|hols)|' +
      'january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter',
    times: 'noon|midnight|closed|by appointment|by arrangement|on request|24 ?(?:hours|h)',
    clock: 'am|pm|a\\.m\\.|p\\.m\\.|h',
    beside: words(`
      am pm a p m h from to till until and or on at by is are we our we're open opens only also through thru the late opening
      hours times
    `),
  },
  figures: {
    numbers:
      'half|a few|several|a couple of|(?:an? |one )?(?:hundred|thousand|dozen)|' +
      'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|' +
      '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?',
    single: words('one half'),
    howMany: 'how many',
    unitsOfTime: 'seconds?|minutes?|hours?|days?|weeks?|months?|years?|mins?|hrs?',
    // `an hour and a half`, `takes a day`; not `18 euros a day`, which is a rate.
    times:
      'an? (?:second|minute|hour|day|week|month|year) (?:and a (?:half|quarter)|or (?:two|so))|(?:half|a quarter|three quarters) of an hour|' +
      '(?:takes?|lasts?|for|in|within|after|about|around|almost|nearly|up to|least|most|than) an? (?:second|minute|hour|day|week|month|year)|' +
      "o'clock|noon|midnight|weekly|monthly|yearly|once|twice|mornings?|afternoons?|evenings?|at night|" +
      'kilomet(?:re|er)s? an hour|mph|miles an hour',
    clock: 'at|from|until|till|to|by|and',
    noSum:
      '(?<!-|feel )free(?! from| of(?! charge))|half(?! (?:an? )?(?:hours?|day|year)(?!\\p{L}))|half-price|on request|' +
      'on application|by arrangement|included|inclusive|nothing|(?<=: )none',
    kinds: {
      price: {
        asks: 'costs?|prices?|expensive|how much (?:is|are)|(?<=(?:have to|must|need to) |do(?:es)? (?:\\p{L}+ ){1,2})pay',
        names: 'fees?',
        also: 'how (?:high|much)',
        says: 'costs?|prices?|fees?|rates?|pays?|charged?',
      },
      time: {
        // `What happens when the tank is empty?` asks for no time. What stands before is looked at last, and not far: a
        // long message would be looked through at each of its letters.
        asks:
          'how (?:long|late|often|soon|fast|quick|quickly)|when(?<!(?:what|how|who|why|where|which|is|are|do|does|will|may|must)(?!\\p{L})[^?]{0,60}when)|' +
          'what time|(?:on )?(?:which|what) (?:week)?days?',
        names: 'opening hours|how many (?:seconds|minutes|hours|days|weeks|months|years)',
        also: 'takes?',
        says: 'takes?|lasts?',
      },
      distance: {
        adjective: 'how (?:far|wide|tall|deep)|distance',
        units: '(?:kilo|centi|milli)?met(?:re|er)s?|miles?|feet|foot|inch(?:es)?',
      },
      weight: {
        asks: 'how heavy|weighs?',
        names: 'weight',
        says: 'weighs?|heavy',
        units: '(?:kilo)?gram(?:me)?s?|kilos?|tons?|tonnes?|pounds?',
      },
      temperature: { adjective: 'how (?:warm|cold|hot)', names: 'temperatures?', units: 'degrees?' },
      torque: { adjective: 'how tight', names: 'torques?', units: 'newton[ -]?met(?:re|er)s?' },
      pressure: { adjective: 'how hard', names: 'pressures?', units: '(?:kilo)?pascal' },
      brightness: { adjective: 'how bright', names: 'brightness', units: 'lumens?|candela' },
      loudness: { adjective: 'how loud', names: 'loudness', units: 'decibels?' },
      power: { adjective: 'how powerful', names: 'wattage', units: '(?:kilo)?watts?' },
      age: { adjective: 'how old', units: 'years?|age|aged' },
      // Not what asks for a manner.
      degree: {
        adjective:
          'how (?!(?:do|does|did|can|could|may|must|should|shall|will|would|is|are|am|to|come|about|well|else|many)\\b)\\p{L}+',
        units: 'once|twice',
      },
    },
  },
  denials: "no|not|never|none|without|free (?:of|from)|\\p{L}+n['’]t",
  forms: {
    when: 'when|what time',
    where: 'where',
    who: 'who|whom',
    how: 'how',
    many: 'how many|how much',
    what: 'what|which',
    why: 'why',
  },
  families: [
    'delivery deliver shipping shipped shipment postage',
    'cancel cancellation',
    'pay payment payable',
    'book booking reserve reservation',
    'wifi wlan internet',
    'elevator lift',
    'bicycle bike cycle',
    'television tv',
    'checkin arrival arrive',
    'checkout departure depart',
    'voucher giftcard',
    'invoice bill',
    'car vehicle',
    'warranty guarantee',
    'pet',
    'open opened opening close closed closing hours',
    'christmas december',
    'easter whitsun holiday',
    'cot crib',
    'child children kid',
    'amex american',
    'wheelchair accessible ramp accessibility',
    'stolen theft steal',
    'refund reimburse moneyback',
    'discount reduction reduced',
    'job jobs vacancy',
    'rent rental hire lend borrow',
    'bag bags luggage suitcase baggage',
    'password code passcode',
    'smoke smoking',
    'locker lockers',
    'gram gramme g',
    'kilogram kilogramme kilo kg',
    'centimetre centimeter cm',
    'metre meter m',
    'litre liter l',
    'hour hr h',
    'minute min',
  ],
  kinds: { pet: 'dog cat' },
};
