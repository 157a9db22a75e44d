/**
 * Mail programs make links of what looks like an address. Where a visitor chooses who gets a mail, their own words in it
 * must bring nobody anywhere: invisible joints keep them words.
 */
export function unlinked(text: string): string {
  return text
    .replace(/(?<=\S)\.(?=[^\s.\d])|(?<=[^\s\d])\.(?=\d)/g, '\u2060.\u2060')
    .replace(/:(?=\/\/|[^\s\d])/g, ':\u2060')
    .replace(/@/g, '\u2060@\u2060');
}
