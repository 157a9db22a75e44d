/** Named figures, flat: `retrieval.en.recall1`. */
export type Figures = Readonly<Record<string, number>>;

export interface BenchOptions {
  /** Folder with en.json and de.json; default: the repo's own corpus. */
  readonly data: string;
  /** How long to use what was started, where that is to be seen, or to ask a model. */
  readonly minutes: number;
  /** Whether `answers` asks the model that `BEDROCK` names. */
  readonly model: boolean;
  /** Says what is under way; never part of the result. */
  readonly progress: (line: string) => void;
}

/** Measures one subject. Figures come with the part's own prefix. */
export type Part = (options: BenchOptions) => Promise<Figures>;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Puts a prefix before each name. */
export function prefixed(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}.${name}`, value]));
}
