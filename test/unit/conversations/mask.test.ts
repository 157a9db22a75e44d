import { describe, expect, it } from 'vitest';
import { masked } from '#core/conversations/mask';

const ALL = { maskEmails: true, maskPhones: true, maskCards: true };
const en = { language: 'en' } as const;

describe('what a visitor writes', () => {
  it.each([
    ['Write to jo@example.com, please.', 'Write to [e-mail address], please.'],
    ['jo@example.com and ann.lee+shop@mail.example.co.uk', '[e-mail address] and [e-mail address]'],
    ['Call +49 221 4711-0.', 'Call [phone number].'],
    ['My number is 0221 471100', 'My number is [phone number]'],
    ['4111 1111 1111 1111 is my card', '[card number] is my card'],
    ['5500-0000-0000-0004', '[card number]'],
    ['4111 1111 1111 1111 12/27 123', '[card number] 12/27 123'],
    ['4111 1111 1111 1111 123', '[card number] 123'],
    ['4111111111111111 1227 123', '[card number] 1227 123'],
    ['4111.1111.1111.1111', '[card number]'],
    ['4111  1111  1111  1111', '[card number]'],
    ['4111 1111\n1111 1111\n12 27', '[card number]\n12 27'],
    ['1 4111 1111 1111 1111', '1 [card number]'],
    ['1. 3782 822463 10005', '1. [card number]'],
    ['No 14111111111111111', 'No 1[card number]'],
    ['+49 221 471100 4111 1111 1111 1111', '[phone number] [card number]'],
    ['4111 1111 1111 1111 5500 0000 0000 0004', '[card number] [card number]'],
  ])('is stored without addresses and numbers: %s', (written, stored) => {
    expect(masked(written, ALL, en)).toBe(stored);
  });

  it.each([
    'Order 4111 1111 1111 1112 has not come',
    'A tent for 2 costs 349.00 euros, open 9:00-17:00',
    'Is it @home or at home?',
    'On 24.12.2026, between 10 and 12',
    'The numbers are 10 20 30 40 50 60 70 80 90 100 110 120',
  ])('keeps what is none of them: %s', (written) => {
    expect(masked(written, ALL, en)).toBe(written);
  });

  it('keeps what the bot does not say to mask, and what its flow asks for', () => {
    const written = 'jo@example.com, +49 221 4711-0';
    expect(masked(written, { ...ALL, maskEmails: false }, en)).toBe('jo@example.com, [phone number]');
    expect(masked(written, ALL, { language: 'de', asked: 'email' })).toBe('jo@example.com, [Telefonnummer]');
    expect(masked(written, ALL, { language: 'de', asked: 'phone' })).toBe('[E-Mail-Adresse], +49 221 4711-0');
  });

  it.each(['a'.repeat(4_000), '1 '.repeat(2_000), 'a@'.repeat(2_000), '+1'.repeat(2_000), '4'.repeat(4_000)])(
    'is read in little time, whatever it is: %.12s',
    (written) => {
      const { user } = process.cpuUsage();
      masked(written, ALL, en);
      expect(process.cpuUsage().user - user).toBeLessThan(50_000);
    },
  );
});
