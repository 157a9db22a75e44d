import type { CreateBot } from '#contract/bots/bots';

/** An invented business: its bot, and what its visitors ask. Its documents lie in the folder of its name. */
export interface Business {
  readonly folder: string;
  readonly site: string;
  readonly pages: readonly string[];
  readonly bot: Pick<
    CreateBot,
    'name' | 'language' | 'companyName' | 'primaryColor' | 'description' | 'flow'
  >;
  /** What its documents answer. */
  readonly known: readonly string[];
  /** What they don't. */
  readonly unknown: readonly string[];
  /** What an agent writes to who was passed on. */
  readonly replies: readonly string[];
  readonly comments: { readonly good: readonly string[]; readonly bad: readonly string[] };
  /** Of a bot with a flow: what visitors give to its questions, by the field. Others have to be asked for. */
  readonly given?: Readonly<Record<string, readonly string[]>>;
}
