/** The bare address of a mailbox, or undefined when it is none. */
export function addressOf(mailbox: string): string | undefined {
  const bare = /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
  const address = bare.trim();
  return /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+$/.test(address) ? address : undefined;
}

/** A name that was encoded as mail's heads need it: `=?UTF-8?B?R3LDvMOfZQ==?=`; blanks between two words don't count. */
export function decodeWords(mailbox: string): string {
  return mailbox
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());
}
