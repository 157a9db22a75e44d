/** The document was published, failed or replaced between its read and a write. */
export class DocumentChanged extends Error {}

/** Repeats `work`, which reads a document and writes on condition of what it read, when `DocumentChanged` is thrown. */
export async function retryOptimistically<RESULT>(work: () => Promise<RESULT>): Promise<RESULT> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DocumentChanged) || attempt === 5) throw error;
    }
  }
}
