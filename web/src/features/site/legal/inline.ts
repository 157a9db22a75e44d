export type Piece = string | { readonly label: string; readonly href: string };

/** A text with its `[label](address)` taken out. Only pages of ours, mail and https addresses become links. */
export function inlinePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[([^\]]+)\]\(((?:\/(?!\/)|mailto:|https:\/\/)[^)\s]*)\)/g)) {
    const [whole, label = '', href = ''] = match;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push({ label, href });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
