/** What the worker is told of the build that it belongs to. */
export interface Build {
  /** Of all files and of this worker: another build has another. */
  readonly version: string;
  readonly entry: string;
  /** What the first page needs to run. */
  readonly shell: readonly string[];
  /** Every file that is named by its content. */
  readonly files: readonly string[];
  /** The page for those who have nothing stored yet, by language. */
  readonly offline: Readonly<Record<'en' | 'de', string>>;
}
