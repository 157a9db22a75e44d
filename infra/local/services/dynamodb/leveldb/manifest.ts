import { Varints } from './varints';

/** Fields of a version edit, by LevelDB's numbers for them (db/version_edit.cc). */
const FIELD = {
  comparator: 1,
  logNumber: 2,
  nextFile: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLog: 9,
} as const;

/** Numbers of the table files that a manifest's edits leave: all others are left over, and LevelDB removes them. */
export function liveTables(edits: readonly Buffer[]): ReadonlySet<number> {
  const live = new Set<number>();
  for (const edit of edits) {
    const fields = new Varints(edit);
    while (!fields.isAtEnd) {
      const field = fields.next();
      switch (field) {
        case FIELD.comparator:
          fields.skipText();
          break;
        case FIELD.logNumber:
        case FIELD.nextFile:
        case FIELD.lastSequence:
        case FIELD.previousLog:
          fields.next();
          break;
        case FIELD.compactPointer:
          fields.next();
          fields.skipText();
          break;
        case FIELD.deletedFile:
          fields.next();
          live.delete(fields.next());
          break;
        case FIELD.newFile:
          fields.next();
          live.add(fields.next());
          fields.next();
          fields.skipText();
          fields.skipText();
          break;
        default:
          throw new Error(`A manifest of LevelDB has the unknown field ${field}.`);
      }
    }
  }
  return live;
}
