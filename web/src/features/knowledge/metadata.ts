import { cleanLine } from '#contract/base/clean';
import { DocumentMetadata, titleOfFile } from '#contract/knowledge/documents';
import type { TranslationKey } from '#i18n/keys';

/** What is said of a document, as it is typed. */
export interface MetadataDraft {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  /** Separated by commas. */
  readonly tags: string;
}

export type MetadataProblems = Readonly<Partial<Record<keyof MetadataDraft, TranslationKey>>>;

/** What is suggested for a file: its name without the ending. */
export function draftOf(fileName: string): MetadataDraft {
  return { title: titleOfFile(fileName), description: '', category: '', tags: '' };
}

/** What is said of a new document: without the title that was suggested, since its own is better. */
export type NewMetadata = Omit<DocumentMetadata, 'title'> & { readonly title?: string };

export function saidOf({ title, ...about }: DocumentMetadata, fileName: string): NewMetadata {
  return title === titleOfFile(fileName) ? about : { title, ...about };
}

export function draftOfDocument({ title, description, category, tags }: DocumentMetadata): MetadataDraft {
  return { title, description, category, tags: tags.join(', ') };
}

/** What was typed as it is sent, or what is wrong with it. */
export function checkedMetadata(
  draft: MetadataDraft,
): { readonly metadata: DocumentMetadata } | { readonly problems: MetadataProblems } {
  const tags = draft.tags.split(',').map(cleanLine).filter(Boolean);
  const parsed = DocumentMetadata.safeParse({ ...draft, tags });
  if (parsed.success) return { metadata: parsed.data };
  const problems: Partial<Record<keyof MetadataDraft, TranslationKey>> = {};
  for (const { path } of parsed.error.issues) {
    if (path[0] === 'title')
      problems.title = cleanLine(draft.title)
        ? 'knowledge:fields.titleLong'
        : 'knowledge:fields.titleMissing';
    else if (path[0] === 'description') problems.description = 'knowledge:fields.descriptionLong';
    else if (path[0] === 'category') problems.category = 'knowledge:fields.categoryLong';
    else problems.tags = path.length === 1 ? 'knowledge:fields.tagsMany' : 'knowledge:fields.tagLong';
  }
  return { problems };
}
