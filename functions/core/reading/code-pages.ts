/** Characters of Windows-1252 where Latin-1 has controls, from 0x80 on. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** TextDecoder of some Node versions takes Windows-1252 for Latin-1 and would lose every € sign. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

/** Characters of CP850, with the € of CP858, from 0x80 on: what DOS programs and many cash registers write. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

export function decodeCp850(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\x80-\xff]/g, (sign) => CP850.charAt(sign.charCodeAt(0) - 0x80));
}

/** Bytes that a text is judged by. */
const JUDGED = 64 * 1024;

/** Text in the code page that makes words of it: Windows-1252 unless another does so better. */
export function codePageText(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, JUDGED);
  const [first, ...others] = CODE_PAGES;
  let best = { decode: first, words: wordsIn(first(sample)) };
  for (const decode of others) {
    const words = wordsIn(decode(sample));
    if (words > best.words) best = { decode, words };
  }
  return best.decode(bytes);
}

const CODE_PAGES: readonly [(bytes: Uint8Array) => string, ...((bytes: Uint8Array) => string)[]] = [
  decodeWindows1252,
  decodeCp850,
  (bytes) => new TextDecoder('windows-1251').decode(bytes),
  (bytes) => new TextDecoder('windows-1253').decode(bytes),
  (bytes) => new TextDecoder('koi8-r').decode(bytes),
];

/** A word with a sign that is none of ASCII. */
const WORD = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{0,40}[^\p{ASCII}][^\p{ASCII}\p{L}]{0,8}[\p{L}\p{M}]{0,40}/gu;

/** How much better than not at all a text reads: letters that belong to their neighbours, less what nobody writes so. */
function wordsIn(text: string): number {
  let sum = 0;
  for (const [run] of text.matchAll(WORD)) {
    const letters = run.match(/\p{L}/gu) ?? [];
    const own = letters.filter((letter) => letter > '\x7f');
    // A sign between two letters is one that another code page has for a letter.
    if (/\p{L}(?![’‘·\u00ad])[^\p{L}\p{M}\p{ASCII}]\p{L}/u.test(run)) sum -= 2;
    // Beside an amount no letter stands but that of a currency: `23,80 €` in another code page is `23,80 Ç`.
    if (letters.length === 1 && own.length === 1 && run.length === 1) sum -= 2;
    if (/[│┤╣║╗╝┐└┴┬├─┼╚╔╩╦╠═╬┘┌█▄▀░▒▓]/.test(run)) sum -= 1;
    if (own.length === 0) continue;
    const isLatin = own.every((letter) => /\p{Script=Latin}/u.test(letter));
    // Words of another alphabet have no letters of ours, those of ours few with accents.
    if (!isLatin) sum += own.length === letters.length && isSpelt(run) ? own.length : -own.length;
    else if (own.length * 2 > letters.length && letters.length > 2) sum -= own.length;
    else
      sum +=
        own.filter((letter) => USUAL.has(letter)).length - own.filter((letter) => !USUAL.has(letter)).length;
    if (!isSpelt(run)) sum -= 1;
  }
  return sum;
}

/** Letters with marks that the languages of our customers and their neighbours write. */
const USUAL = new Set('äöüÄÖÜßéèêëàâáçÇÉÈÀÁîïíìôóòœŒæÆøØåÅñÑúùûýÿŠšŽžãõ');

/** No word has a capital behind a small letter or within other capitals before a small one (`PC’s`), and no Greek one ends within itself. */
function isSpelt(run: string): boolean {
  return !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|ς\p{L}/u.test(run);
}
