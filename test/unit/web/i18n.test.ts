import { describe, expect, it } from 'vitest';
import { formatBytes, formatDate, formatNumber } from '#i18n/format';
import { detectLanguage } from '#i18n/languages';

const nothing = { stored: null, browser: [], html: null, path: '/', host: 'app.parley.example' };

describe('language', () => {
  it('is the stored choice before all else', () => {
    expect(detectLanguage({ ...nothing, stored: 'de', browser: ['en-GB'], html: 'en' })).toBe('de');
  });

  it('is the first of the browser that we have, whatever its region', () => {
    expect(detectLanguage({ ...nothing, browser: ['fr-FR', 'de-AT', 'en'] })).toBe('de');
  });

  it('follows html tag, path and subdomain, in this order', () => {
    expect(detectLanguage({ ...nothing, html: 'de', path: '/en/x', host: 'en.parley.example' })).toBe('de');
    expect(detectLanguage({ ...nothing, path: '/de/x', host: 'en.parley.example' })).toBe('de');
    expect(detectLanguage({ ...nothing, host: 'de.parley.example' })).toBe('de');
  });

  it('is English where nothing fits', () => {
    expect(detectLanguage({ ...nothing, stored: 'xx', browser: ['fr'] })).toBe('en');
  });
});

describe('figures', () => {
  it('are written as the language writes them', () => {
    expect(formatNumber(12850, 'en')).toBe('12,850');
    expect(formatNumber(12850, 'de')).toBe('12.850');
    expect(formatDate(new Date(2026, 2, 5, 12).toISOString(), 'de')).toBe('05.03.2026');
  });

  it('name a file size in the unit a person would', () => {
    expect(formatBytes(900, 'en')).toBe('900 bytes');
    expect(formatBytes(48_200, 'en')).toBe('47 kB');
    expect(formatBytes(50 * 1024 * 1024, 'en')).toBe('50 MB');
    expect(formatBytes(1_843_200, 'de')).toBe('1,8 MB');
  });
});
