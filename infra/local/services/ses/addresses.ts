/** `a@x.com, "Doe, Jane" <jane@x.com>` as its single mailboxes. */
export function splitAddresses(list: string): string[] {
  const parts = list.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The bare address of a mailbox, or undefined when it is none. */
export function addressOf(mailbox: string): string | undefined {
  const bare = /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
  const address = bare.trim();
  return /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+$/.test(address) ? address : undefined;
}
