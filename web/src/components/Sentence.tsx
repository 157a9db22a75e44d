import { Fragment, type ReactNode } from 'react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';

/** A text with elements in the place of its values: `{{name}}` becomes `parts.name`. */
export function Sentence({
  text,
  parts,
}: {
  readonly text: TranslationKey;
  readonly parts: Readonly<Record<string, ReactNode>>;
}) {
  const { t } = useTexts();
  const names = Object.keys(parts);
  const marked = t(text, Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])));
  return marked.split('\u0000').map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order
    <Fragment key={index}>{index % 2 === 1 ? parts[piece] : piece}</Fragment>
  ));
}
