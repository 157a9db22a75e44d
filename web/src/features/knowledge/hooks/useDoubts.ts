import { useEffect, useRef, useState } from 'react';
import type { Document } from '#contract/knowledge/documents';
import { doubtsAbout, type FileDoubt } from '../chosen-files';

interface ChosenFile {
  readonly id: number;
  readonly file: File;
}

/** By the id of a chosen file: told as soon as the files have been compared, and anew when one is left out. */
export function useDoubts(
  entries: readonly ChosenFile[],
  documents: readonly Document[],
): ReadonlyMap<number, FileDoubt> {
  const [doubts, setDoubts] = useState<ReadonlyMap<number, FileDoubt>>(new Map());
  const compared = [
    ...entries.map(({ id }) => id),
    ...documents.map(({ fileName, contentHash }) => `${fileName} ${contentHash}`),
  ].join();
  const current = useRef({ entries, documents });
  current.current = { entries, documents };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed of a file changes nothing of its file
  useEffect(() => {
    let isLeft = false;
    const { entries, documents } = current.current;
    const files = entries.map(({ file }) => file);
    void doubtsAbout(files, documents).then((found) => {
      if (isLeft) return;
      setDoubts(
        new Map(
          entries.flatMap(({ id }, at) => {
            const doubt = found[at];
            return doubt ? [[id, doubt]] : [];
          }),
        ),
      );
    });
    return () => {
      isLeft = true;
    };
  }, [compared]);
  return doubts;
}
