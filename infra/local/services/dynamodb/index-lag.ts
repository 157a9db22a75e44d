import type { ClassicLevel } from 'classic-level';
import type { AwsLike } from '../../runtime/aws-like';

type Database = Pick<ClassicLevel<string, unknown>, 'snapshot'>;
type Snapshot = ReturnType<Database['snapshot']>;

/**
 * What the indexes were some moments ago. Before each commit it keeps how things are; a query of an index is then
 * answered as of a moment by chance, up to the longest lag ago: a whole state, which once was.
 */
export class IndexLag {
  /** The oldest first; each is how things were until its time. */
  private readonly kept: { readonly until: number; readonly snapshot: Snapshot }[] = [];

  constructor(
    private readonly options: Pick<AwsLike, 'indexLagMs' | 'random'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** To be called before a commit. */
  remember(db: Database): void {
    this.forget();
    this.kept.push({ until: this.now(), snapshot: db.snapshot() });
  }

  /** How things were; undefined: as they are. */
  former(): Snapshot | undefined {
    const at = this.now() - this.options.random() * this.options.indexLagMs;
    return this.kept.find(({ until }) => until > at)?.snapshot;
  }

  close(): void {
    for (const { snapshot } of this.kept.splice(0)) void snapshot.close();
  }

  private forget(): void {
    const oldest = this.now() - this.options.indexLagMs;
    const stays = this.kept.findIndex(({ until }) => until > oldest);
    for (const { snapshot } of this.kept.splice(0, stays === -1 ? this.kept.length : stays))
      void snapshot.close();
  }
}
