import { BUNDLES, isWaitedFor } from '../helpers/bundles';
import { functionBudget, importBudget, SIZE_BUDGETS } from '../helpers/sizes';

export interface Budget {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * What is expected of the search depends on the questions: those of the repo's own corpus, whose texts of many
 * businesses are alike on purpose, or of the development sets that are handed in with `--data`.
 */
const RETRIEVAL_BUDGETS = {
  own: { 'retrieval.en.recall1': { atLeast: 80 }, 'retrieval.de.recall1': { atLeast: 65 } },
  given: { 'retrieval.en.recall1': { atLeast: 84.5 }, 'retrieval.de.recall1': { atLeast: 60 } },
} as const;

/** What the design promises; a figure that is not here is only told. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'adversarial.slowest_ms': { atMost: 500 },
  'index.100k.open_ms': { atMost: 200 },
  'index.100k.query_p99_ms': { atMost: 15 },
  // Of a processor: the first document of two new processes against the next, and a hundred pages against a process
  // that does nothing.
  'ingest.pdf.cold_of_warm': { atMost: 2 },
  'ingest.pdf.warm_of_nothing': { atMost: 30 },
  'analytics.100000.overview_units': { atMost: 150 },
  'analytics.100000.topics_units': { atMost: 70 },
  'analytics.100000.live_units': { atMost: 65 },
  'inbox.growth': { atMost: 1.1 },
  'exports.xlsx.100k.peak_mb': { atMost: 512 },
  'exports.pdf.100k.peak_mb': { atMost: 512 },
  'costs.conversation.write_units': { atMost: 150 },
  'costs.conversation.read_units': { atMost: 80 },
  'costs.conversation.invocations': { atMost: 20 },
  'costs.conversation.usd_per_1000': { atMost: 0.45 },
  // The table's own time to live takes them away for nothing.
  'costs.retention.units_an_item': { atMost: 0.2 },
  // Of a thousand views each: a million in all.
  'costs.views.usd_per_1000': { atMost: 1 },
  // Of what the calls on the way take by themselves, on the same machine at the same time.
  'chat.accepted_of_least': { atMost: 2 },
  'chat.first_delta_of_least': { atMost: 2.5 },
  'sockets.open': { atLeast: 1_000 },
  'sockets.refused': { atMost: 0 },
  'sockets.late': { atMost: 0 },
  'sockets.lost': { atMost: 0 },
  'sockets.doubled': { atMost: 0 },
  ...Object.fromEntries(
    ['tenth', 'killed'].flatMap((subject) =>
      ['socket.silent', 'widget.silent'].map((name) => [`starved.${subject}.${name}`, { atMost: 0 }]),
    ),
  ),
  'kills.unanswered_messages': { atMost: 0 },
  'kills.messages_answered_twice': { atMost: 0 },
  'limits.left_by_visitor_pct': { atLeast: 100 },
  'limits.left_by_tests_pct': { atLeast: 100 },
  'limits.left_by_neighbour_pct': { atLeast: 100 },
  'start.first_ready_ms': { atMost: 20_000 },
  // Of what a process takes that does nothing: the 15 s of the machine where the same start took 15.3 s, and 307 here.
  'start.first_cpu_of_nothing': { atMost: 300 },
  'start.first_build_mb': { atMost: 800 },
  'start.first_main_mb': { atMost: 400 },
  'start.ready_ms': { atMost: 6_000 },
  'start.cpu_s': { atMost: 6 },
  'start.main_mb': { atMost: 400 },
  ...Object.fromEntries(
    ['after_10_s', 'after_120_s'].map((name) => [`start.${name}.functions_mb`, { atMost: 600 }]),
  ),
  'widget.blocking_ms': { atMost: 50 },
  'widget.layout_shift': { atMost: 0 },
  'lighthouse.landing.performance': { atLeast: 100 },
  'lighthouse.landing.accessibility': { atLeast: 100 },
  'lighthouse.landing.best_practices': { atLeast: 100 },
  'lighthouse.landing.seo': { atLeast: 100 },
  'lighthouse.shell.performance': { atLeast: 90 },
  'lighthouse.pages.performance': { atLeast: 90 },
  'lighthouse.pages.accessibility': { atLeast: 90 },
  'widget.br_bytes': { atMost: SIZE_BUDGETS.widget.firstAnswer },
  'widget.loader_br_bytes': { atMost: SIZE_BUDGETS.widget.loader },
  'widget.largest_part_br_bytes': { atMost: SIZE_BUDGETS.widget.part },
  'web.landing_br_bytes': { atMost: SIZE_BUDGETS.web.landing },
  'web.signin_br_bytes': { atMost: SIZE_BUDGETS.web.signIn },
  'web.shell_br_bytes': { atMost: SIZE_BUDGETS.web.shell },
  'web.styles_br_bytes': { atMost: SIZE_BUDGETS.web.styles },
  ...Object.fromEntries(
    Object.entries(SIZE_BUDGETS.web.firstOpen).flatMap(([page, { files, bytes }]) => [
      [`web.${page}_files`, { atMost: files }],
      [`web.${page}_br_bytes`, { atMost: bytes }],
      [`pages.${page}.files`, { atMost: files }],
      // An edge compresses hastily: that is some 8 in 100 more than the smallest, which the build is held to.
      [`pages.${page}.bytes`, { atMost: 1.1 * bytes }],
      // Of what a fixed script takes: 1.4 s on the machine where that one takes 78 ms, slowed down as a phone is.
      [`pages.${page}.script_of_reference`, { atMost: 18 }],
    ]),
  ),
  'pages.conversation.script_of_reference': { atMost: 9 },
  ...Object.fromEntries(
    BUNDLES.flatMap((name) => [
      [`functions.${name}.raw_bytes`, { atMost: functionBudget(name) }],
      ...(isWaitedFor(name) ? [[`functions.${name}.import_of_nothing`, { atMost: importBudget(name) }]] : []),
    ]),
  ),
};

/** Of the set that was measured with: the repo's own, or one that was given. */
export function budgetsFor(set: keyof typeof RETRIEVAL_BUDGETS): Readonly<Record<string, Budget>> {
  return { ...BUDGETS, ...RETRIEVAL_BUDGETS[set] };
}

export function holds(
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Budget,
  value: number,
): boolean {
  return value >= atLeast && value <= atMost;
}

/** By the end of a figure's name. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_ms(_p\d+)?$/, 'ms'],
  [/\.bytes_per_passage$/, 'bytes'],
  [/_bytes$/, 'bytes'],
  [/_mb$/, 'MB'],
  [/[._]cpu_s$/, 's'],
  [/passages_per_s$/, 'passages/s'],
  [/^limits\..*_pct$/, '%'],
  [/pages_per_s$/, 'pages/s'],
  [/words_per_s$/, 'words/s'],
  [/\.cross_validated\.(grams|pairs)$/, ''],
  [/^(retrieval|weights|abstention|unseen|answers)\./, '%'],
];

export function unitOf(name: string): string {
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? '';
}
