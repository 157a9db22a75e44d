import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/accounts/limits';
import { PlanId } from '#contract/accounts/plan-id';
import { ANNUAL_DISCOUNT, PLANS, TRIAL_DAYS } from '#contract/accounts/plans';
import { MESSAGES } from '#contract/base/errors';
import { LANGUAGES } from '#contract/base/languages';
import { DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES } from '#contract/knowledge/documents';
import { MAX_SITE_PAGES } from '#contract/knowledge/sites';
import { DOCUMENT_EXTENSIONS, fillFacts, productFacts } from '#contract/site/product-facts';

const ROOT = join(import.meta.dirname, '../../..');
const CODES = LANGUAGES.map(({ code }) => code);
type Code = (typeof CODES)[number];

/** All prose of a language, as it is written: each text of the pages, each line of an article. */
function prose(language: Code): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const collect = (at: string, node: unknown): void => {
    if (typeof node === 'string') texts.set(at, node);
    else for (const [name, inner] of Object.entries(node as object)) collect(`${at}.${name}`, inner);
  };
  const locales = join(ROOT, 'web/public/locales', language);
  for (const file of readdirSync(locales))
    collect(file, JSON.parse(readFileSync(join(locales, file), 'utf8')));
  for (const folder of ['web/help', 'functions/core/operator/demo/articles'].map((one) =>
    join(ROOT, one, language),
  ))
    for (const file of readdirSync(folder))
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .forEach((line, index) => {
          texts.set(`${file}:${index + 1}`, line);
        });
  if (language === 'en') collect('errors.ts', MESSAGES);
  return texts;
}

/** Days of other matters than the trial: what the law says, and a bot's own documents in examples. */
const OTHER_DAYS = /^legal\.json\.(?!.*alpha)/;

/** What prose must not say by hand, by what decides it. */
function byHand(language: Code): readonly (readonly [string, RegExp])[] {
  const number = (value: number) => new Intl.NumberFormat(language).format(value).replace('.', '\\.');
  const any = (values: readonly number[]) =>
    `(?<![\\d.,])(?:${[...new Set(values)].map(number).join('|')})(?![\\d.,]*\\d)`;
  const plans = PlanId.options.map((plan) => PLANS[plan]);
  const prices = any(plans.map(({ price }) => price).filter((price) => price > 0));
  const counted = any(
    plans.flatMap(({ limits }) => Object.values<number>({ ...limits })).filter((limit) => limit > 0),
  );
  const things =
    language === 'en'
      ? 'bots?|conversations|team members?|documents|scheduled reports|AI answers|files with'
      : 'Bots?|Gespräche|Teammitglied(?:er)?|Dokumente|Berichte|KI-Antworten|Dateien hochladen';
  const formats = DOCUMENT_EXTENSIONS.flatMap(({ called, extension }) => [called, extension]);
  const format = `(?:${[...new Set(formats)].join('|')})\\b`;
  return [
    ['prices', new RegExp(`[$€]${prices}|${prices}\\s?(?:(?:US )?[Dd]ollars?|Euros?|€|USD|EUR)`)],
    [
      'the trial',
      new RegExp(
        `\\b${TRIAL_DAYS.regular}[-\\s](?:days?|Tagen?|tägig)|(?:three|drei)[-\\s]?(?:months?\\b|Monate\\b|monatig)`,
        'i',
      ),
    ],
    ['discounts', new RegExp(`\\b${ANNUAL_DISCOUNT * 100}\\s?(?:%|per cent|Prozent)`)],
    ['limits', new RegExp(`${counted} (?:${things})`)],
    [
      'sizes',
      new RegExp(`\\b${MAX_DOCUMENT_BYTES / 1_024 ** 2}\\s?MB|\\b${MAX_SITE_PAGES} (?:pages|Seiten)`),
    ],
    // Formats of exports are another list: Word, Markdown and text are in none of them.
    [
      'formats',
      new RegExp(
        `(?:Word|DOCX?|PPTX|Markdown|TXT)\\b[^.]*,[^.]*\\b${format}|${format}[^.]*,[^.]*\\b(?:Word|DOCX?|PPTX|Markdown|TXT)\\b`,
      ),
    ],
  ];
}

describe('what prose says of the product', () => {
  it.each(CODES)(
    'is filled from the tables (%s): no figure and no list of them stands there by hand',
    (language) => {
      const patterns = byHand(language);
      const found = [...prose(language)].flatMap(([at, text]) =>
        patterns.flatMap(([what, pattern]) =>
          pattern.test(text) && !(what === 'the trial' && OTHER_DAYS.test(at))
            ? [`${what} in ${at}: ${text}`]
            : [],
        ),
      );
      expect(found).toEqual([]);
    },
  );

  it('would be found by that, if it stood there as it is shown', () => {
    for (const language of CODES) {
      const shown = [...prose(language).values()].map((text) => fillFacts(text, language));
      for (const [what, pattern] of byHand(language))
        expect(
          shown.some((text) => pattern.test(text)),
          `${what} (${language})`,
        ).toBe(true);
    }
  });

  it('names the same facts in both languages', () => {
    const named = (language: Code) =>
      [...prose(language)].flatMap(([at, text]) =>
        /\.json/.test(at)
          ? [...text.matchAll(/\[\[(\w)([\w.]*)\]\]/g)].map(([, a = '', b]) => `${at} ${a.toLowerCase()}${b}`)
          : [],
      );
    expect(named('de').sort()).toEqual(named('en').sort());
  });

  it('knows every format of files, every limit of a plan, and refuses what is no fact', () => {
    for (const language of CODES) {
      const facts = productFacts(language);
      for (const format of Object.keys(DOCUMENT_FORMATS).filter((one) => one !== 'faq'))
        expect(facts.get('extensions')).toContain(format.toUpperCase());
      for (const limit of Object.keys(LIMITS).filter((one) => one in PLANS.free.limits))
        expect(facts.has(`free.${limit}`), limit).toBe(true);
      expect(() => fillFacts('[[trialWeeks]]', language)).toThrow('trialWeeks');
    }
    expect(fillFacts('[[AlphaMonths]] months, [[starter.conversations]]', 'en')).toBe('Three months, 1,000');
    expect(fillFacts('[[starter.conversations]], [[enterprise.bots]]', 'de')).toBe('1.000, beliebig viele');
  });
});
