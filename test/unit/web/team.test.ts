import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#contract/accounts/profile';
import { parseAddresses } from '#features/accounts/team/addresses.ts';
import { chosenAmong, switchAccount } from '#lib/session/account-choice';
import { memoryStorage } from './memory-storage';

const account = (id: string) => ({ id, name: id, role: 'member' }) as Account;
const [own, team] = [account('own'), account('team')];

describe('the choice of an account', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', memoryStorage());
    vi.stubGlobal('sessionStorage', memoryStorage());
    vi.stubGlobal('location', { assign: vi.fn() });
  });

  it('is their own until they choose, and then survives a reload', () => {
    expect(chosenAmong([own, team], 'u')).toBe(own);
    switchAccount('u', 'team');
    expect(location.assign).toHaveBeenCalledWith('/dashboard');
    expect(chosenAmong([own, team], 'u')).toBe(team);
  });

  it('holds for its window, whatever another one chooses', () => {
    switchAccount('u', 'team');
    const first = sessionStorage;
    vi.stubGlobal('sessionStorage', memoryStorage());
    expect(chosenAmong([own, team], 'u')).toBe(team);
    switchAccount('u', 'own');
    vi.stubGlobal('sessionStorage', first);
    expect(chosenAmong([own, team], 'u')).toBe(team);
  });

  it('is neither another person’s nor one that has ended', () => {
    switchAccount('u', 'team');
    expect(chosenAmong([own, team], 'another')).toBe(own);
    switchAccount('u', 'team');
    expect(chosenAmong([own], 'u')).toBe(own);
  });
});

describe('addresses to invite', () => {
  it('are parted by commas, semicolons and lines, each once', () => {
    expect(parseAddresses(' a@example.com, A@example.com;b@example.com\nnobody ')).toEqual({
      valid: ['a@example.com', 'b@example.com'],
      invalid: ['nobody'],
    });
  });
});
