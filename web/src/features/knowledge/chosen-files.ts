import type { Document } from '#contract/knowledge/documents';
import { fileHash } from './file-hash';

/** Why a chosen file may be one too many: by its content it is another of them, by its name it may be another. */
export type FileDoubt =
  | { readonly kind: 'same_content' | 'same_name'; readonly fileName: string }
  | { readonly kind: 'known_content' | 'known_name'; readonly title: string };

/** Tells, by place, of each chosen file whether it is among those before it, or in the table, already. */
export async function doubtsAbout(
  files: readonly File[],
  documents: readonly Pick<Document, 'fileName' | 'title' | 'size' | 'contentHash'>[],
  hash: (file: Blob) => Promise<string | undefined> = fileHash,
): Promise<readonly (FileDoubt | null)[]> {
  const contents = await Promise.all(
    files.map((file) =>
      // Files of different sizes differ, so that they need not be read for it.
      [...files, ...documents].some((other) => other !== file && other.size === file.size)
        ? // One that can't be read is told when it is sent.
          hash(file).catch(() => undefined)
        : undefined,
    ),
  );
  return files.map((file, place) => {
    const before = files.slice(0, place);
    const content = contents[place];
    const twin = content === undefined ? undefined : before.find((_, at) => contents[at] === content);
    if (twin) return { kind: 'same_content', fileName: twin.name };
    const original = content && documents.find(({ contentHash }) => contentHash === content);
    if (original) return { kind: 'known_content', title: original.title };
    const namesake = before.find(({ name }) => name === file.name);
    if (namesake) return { kind: 'same_name', fileName: namesake.name };
    const known = documents.find(({ fileName }) => fileName === file.name);
    return known ? { kind: 'known_name', title: known.title } : null;
  });
}
