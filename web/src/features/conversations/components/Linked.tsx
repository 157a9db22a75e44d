import { ADDRESS } from '#widget/addresses';

/** A text as it was written, its addresses as links. */
export function Linked({ text }: { readonly text: string }) {
  const found = [...text.matchAll(ADDRESS)];
  return (
    <>
      {found.map(({ 0: address, index }, at) => (
        <span key={index}>
          {text.slice(endOf(found[at - 1]), index)}
          <a href={address} target="_blank" rel="noopener noreferrer nofollow">
            {address}
          </a>
        </span>
      ))}
      {text.slice(endOf(found.at(-1)))}
    </>
  );
}

function endOf(match: RegExpExecArray | undefined): number {
  return match ? match.index + match[0].length : 0;
}
