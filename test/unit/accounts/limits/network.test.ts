import { expect, test } from 'vitest';
import { networkOf, networksOf } from '#platform/network';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['no address', 'no address'],
])('tells the network of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('tells the wider ones around it, the narrower first', () => {
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7', '192.0.2.0/24']);
  expect(networksOf('2001:db8:1:203:4::1')).toEqual([
    '2001:db8:1:203::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ]);
  expect(networksOf('no address')).toEqual(['no address']);
});
