import snowball from 'snowball-stemmers';
import { describe, expect, it } from 'vitest';
import { stemEnglish } from '#core/text/stemming/english';
import { stemGerman } from '#core/text/stemming/german';

/** Words of all shapes: syllables that the rules speak of, put together at random but the same each time. */
function syllableWords(count: number): string[] {
  const syllables =
    `eed ing ly ational ness ful er lich keit heit ung ig isch end st en niss y ay au eu ä ö ü ß b t l
    ll ss s e a i gener commun arsen ous ive ize at bl iz w x ied ies ion ment k r n em ern que abli ogi ative eudli
    tional qu yer ouy edly eedly est es us enci`.split(/\s+/);
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(5) }, () => syllables[next(syllables.length)]).join(''),
  );
}

const IRREGULAR =
  'skis skies dying lying tying idly gently ugly early only singly sky news howe atlas cosmos bias andes inning innings outing canning herring earring proceed exceed succeed proceeding generate general communal arsenic'.split(
    ' ',
  );

describe('stems', () => {
  const words = [...syllableWords(40_000), ...IRREGULAR];

  it('of English words are those of Snowball', () => {
    const reference = snowball.newStemmer('english');
    const different = words.filter((word) => stemEnglish(word) !== reference.stem(word));
    expect(different).toEqual([]);
  });

  it('of German words are those of Snowball', () => {
    const reference = snowball.newStemmer('german');
    const different = words.filter((word) => stemGerman(word) !== reference.stem(word));
    expect(different).toEqual([]);
  });

  it('bring inflected forms together', () => {
    expect(new Set(['return', 'returns', 'returned', 'returning'].map(stemEnglish)).size).toBe(1);
    expect(new Set(['lieferung', 'lieferungen'].map(stemGerman)).size).toBe(1);
    expect(stemGerman('größen')).toBe(stemGerman('grösse'));
  });
});
