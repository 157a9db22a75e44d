/**
 * A word without plural, gender and infinitive, after Savoy's minimal stemmer for French ('A stemming procedure and
 * stopword list for general French corpora', 1999): `chambres` and `chambre` are one, `réserver` and `réservé` too. The
 * plural goes first here, so that `carte` and `cartes` are one as well.
 */
export function stemFrench(word: string): string {
  if (word.length > 5 && word.endsWith('aux')) return word.replace(/aux$/, 'al');
  const singular = word.replace(/(?<=...)[sx]$/, '');
  if (singular.length < 5) return singular;
  return singular.replace(/(?:er|ée|é|e|r)$/, '').replace(/(\p{L})\1$/u, '$1');
}
