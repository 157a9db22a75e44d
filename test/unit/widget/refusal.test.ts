import { expect, it } from 'vitest';
import { refusal } from '#widget/parts/refusal';
import * as german from '#widget/strings/de';

it('does not tell a visitor who has used up their transcripts of the hour to try again in a moment', () => {
  expect(refusal({ code: 'request.rate_limited' })).toBe('Please try again later.');
  expect(german.limited).toContain('später');
});

it('says of what it does not know that it did not work', () => {
  for (const error of [null, new Error('offline'), { code: 'server.unavailable' }])
    expect(refusal(error)).toBe('That did not work. Please try again.');
});

it('says of an address that it is none', () => {
  expect(refusal({ code: 'request.invalid' })).toBe('Please check the e-mail address.');
  expect(german.checkEmail).toContain('E-Mail-Adresse');
});
