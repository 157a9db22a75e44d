import { expect, it } from 'vitest';
import { isReadable } from '#core/reading/readable';
import { withNamedGlyphs } from '#core/reading/symbols';

it('glyphs that only their names tell are read: old figures, small capitals, high brackets', () => {
  expect(withNamedGlyphs('\uf732\uf730 \uf7a2, \uf76d\uf7fc\uf772, \uf8eb\uf8ec\uf8edx\uf8f6')).toBe(
    '20 ¢, mür, (x)',
  );
});

it('a page with a few pictures of a font is readable, one of nothing else is not', () => {
  expect(isReadable('\ue001 04941 55 \ue002 Uferweg 3')).toBe(true);
  expect(isReadable('\ue001\ue002\ue003\ue004 '.repeat(8))).toBe(false);
});
