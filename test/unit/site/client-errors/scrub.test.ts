import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '#core/site/client-errors/fingerprint';
import { scrub, scrubPath } from '#core/site/client-errors/scrub';

const JWT =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJ1c2VyIiwiZXhwIjoxfQ.c2lnbmF0dXJlX29mX3NvbWVfbGVuZ3Ro';

describe('what is taken out', () => {
  test.each([
    ['a query', 'GET https://a.example/api/me?email=x%40y.z failed', 'GET https://a.example/api/me failed'],
    [
      'a fragment',
      'at https://a.example/reset-password#username=ada&code=123456',
      'at https://a.example/reset-password',
    ],
    ['a query of a path', 'Failed to load /api/bots?cursor=abc now', 'Failed to load /api/bots now'],
    ['credentials of an address', 'https://ada:hunter2@a.example/x', 'https://a.example/x'],
    ['an e-mail address', 'No user ada.lovelace+test@example.co.uk!', 'No user [e-mail]!'],
    ['an address with umlauts', 'für jürgen@müller.example', 'für [e-mail]'],
    ['a bearer token', `Authorization: Bearer abc.def`, 'Authorization: Bearer [token]'],
    ['a JSON web token', `bad token ${JWT}.`, 'bad token [token]'],
    ['half a JSON web token', `bad ${JWT.slice(0, 40)}`, 'bad [token]'],
    ['a named secret', 'password=hunter2&x=1', 'password=[removed]&x=1'],
    ['a named secret in JSON', '{"password":"hunter2"}', '{"password":"[removed]"}'],
    ['a user id', 'user 3f2b8c1e-1111-4222-8333-944455566677 missing', 'user [id] missing'],
    ['an id of ours', 'bot 01jd3v5k8mzq4x7w9y2t6r0abc missing', 'bot [id] missing'],
    ['a network address', 'from 203.0.113.7', 'from [address]'],
    ['a telephone number', 'call +49 221 1234567 now', 'call [number] now'],
    ['a card number', 'card 4111 1111 1111 1111', 'card [number]'],
    ['control characters', 'a\u0000b\u001b[31mc', 'ab[31mc'],
  ])('%s', (_, text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  test('ids of a path', () => {
    expect(scrubPath('/bots/01jd3v5k8mzq4x7w9y2t6r0abc/edit?x=1#y')).toBe('/bots/[id]/edit');
    expect(scrubPath('/auth/login')).toBe('/auth/login');
  });
});

test.each([
  "TypeError: Cannot read properties of undefined (reading 'name')",
  'at renderWithHooks (https://app.parley.example/assets/react-dom-Ab3dE6gH.js:12:34567)',
  'render@https://app.parley.example/assets/index-Zz9yX8wV.js:1:200',
  'Failed to fetch dynamically imported module: https://app.parley.example/assets/BotKnowledge-Ab3dE6gH.js',
  'Minified React error #418; visit https://react.dev/errors/418 for the full message',
  'ResizeObserver loop completed with undelivered notifications.',
])('what says where the program failed stays: %s', (text) => {
  expect(scrub(text)).toBe(text);
});

// What took the square of its length would not end within the test's time.
test.each([
  ['one letter', 'a'],
  ['words', '1 '],
  ['signs', '@'],
  ['beginnings of tokens', 'eyJ.'],
  ['beginnings of paths', '/a-'],
  ['beginnings of addresses', 'https://a@'],
  ['beginnings of queries', '/a?b='],
  ['digits', '1'],
  ['ids', 'a1-'],
])('a long text of %s takes no long time', (_, part) => {
  const text = part.repeat(400_000 / part.length);
  expect(scrub(text).length).toBeLessThanOrEqual(text.length * 2);
});

describe('a fingerprint', () => {
  const error = {
    name: 'TypeError',
    message: "Cannot read properties of undefined (reading 'name') of 17",
    stack: [
      'TypeError: Cannot read properties of undefined',
      '    at render (https://app.parley.example/assets/Bot-Ab3dE6gH.js:1:2345)',
      '    at https://app.parley.example/assets/index-Zz9yX8wV.js:7:11',
    ].join('\n'),
  };

  test('is the same in another build, on another host, at another place and number', () => {
    const other = {
      ...error,
      message: error.message.replace('17', '4'),
      stack: error.stack
        .replaceAll('app.parley.example', 'app.localhost:4000')
        .replace('Ab3dE6gH', 'Qq1wW2eE')
        .replace('7:11', '9:1'),
    };
    expect(fingerprintOf(other)).toBe(fingerprintOf(error));
    expect(fingerprintOf(error)).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ['name', { name: 'RangeError' }],
    ['message', { message: 'Failed to fetch' }],
    ['frames', { stack: error.stack.replace('render', 'commit') }],
    ['missing stack', { stack: undefined }],
  ])('differs by its %s', (_, changes) => {
    expect(fingerprintOf({ ...error, ...changes })).not.toBe(fingerprintOf(error));
  });
});
