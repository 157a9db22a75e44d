import { DELETION_DAYS } from '../accounts/account';
import { ALPHA } from '../accounts/alpha';
import { ADDRESS_SHARE, WARNING_LEVELS } from '../accounts/limits';
import { ANNUAL_DISCOUNT, KEPT_PER_BOT, type Limits, PLAN_IDS, PLANS, TRIAL_DAYS } from '../accounts/plans';
import type { Language } from '../accounts/profile';
import { INVITATION_DAYS } from '../accounts/team';
import { RESTORABLE_DAYS } from '../bots/bots';
import { MAX_ATTACHMENT_BYTES } from '../conversations/attachments';
import { STATUS_NAMES } from '../conversations/status-names';
import { DELIVERY_LOG_DAYS, MAX_WEBHOOKS } from '../insight/webhooks';
import { DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES, MAX_FILES_AT_ONCE } from '../knowledge/documents';
import { MAX_SITE_PAGES, MAX_SITES } from '../knowledge/sites';

/** Formats of documents as they are called in prose, and as their names end. */
export const DOCUMENT_EXTENSIONS = Object.entries(DOCUMENT_FORMATS).flatMap(([format, { name }]) =>
  name === null ? [] : [{ called: name, extension: format.toUpperCase() }],
);

const WORDS = {
  en: {
    and: 'and',
    any: 'any number',
    percent: '%',
    numbers: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
    parts: { 10: 'a tenth', 20: 'a twentieth' },
  },
  de: {
    and: 'und',
    any: 'beliebig viele',
    percent: '\u00a0%',
    numbers: ['null', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'],
    parts: { 10: 'ein Zehntel', 20: 'ein Zwanzigstel' },
  },
} as const;

/** In which there is prose. */
export const FACT_LANGUAGES = Object.keys(WORDS) as readonly Language[];

/**
 * What is said of the product in prose, by name: figures and lists that the tables of the contract decide. Texts name
 * them, as `[[trialDays]]`, and are filled where they are built or loaded; `[[Name]]` begins a sentence.
 */
export function productFacts(language: Language): ReadonlyMap<string, string> {
  const known = KNOWN.get(language) ?? factsOf(language);
  KNOWN.set(language, known);
  return known;
}

const KNOWN = new Map<Language, ReadonlyMap<string, string>>();

function factsOf(language: Language): ReadonlyMap<string, string> {
  const { and, any, percent, numbers, parts } = WORDS[language];
  const figure = (value: number) => new Intl.NumberFormat(language).format(value);
  const word = (value: number) => numbers[value] ?? figure(value);
  const list = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
  const programs = [...new Set(DOCUMENT_EXTENSIONS.map(({ called }) => called))];
  const withEndings = programs.map((program) => {
    const endings = DOCUMENT_EXTENSIONS.filter(({ called }) => called === program).map(
      ({ extension }) => extension,
    );
    return endings.length === 1 && endings[0] === program ? program : `${program} (${endings.join(', ')})`;
  });
  const ofPlans = PLAN_IDS.flatMap((plan): [string, string][] => {
    const { price, limits } = PLANS[plan];
    return [
      [`${plan}.price`, figure(price)],
      ...Object.entries<number>({ ...limits } satisfies Limits).map(([limit, value]): [string, string] => [
        `${plan}.${limit}`,
        value <= 0 ? any : figure(value),
      ]),
    ];
  });
  return new Map([
    ['formats', list(withEndings)],
    ['programs', list(programs)],
    ['extensions', list(DOCUMENT_EXTENSIONS.map(({ extension }) => extension))],
    ['maxFile', `${figure(MAX_DOCUMENT_BYTES / 1_024 ** 2)}\u00a0MB`],
    ['maxFilesAtOnce', figure(MAX_FILES_AT_ONCE)],
    ['maxAttachment', `${figure(MAX_ATTACHMENT_BYTES / 1_000_000)}\u00a0MB`],
    ['maxSites', word(MAX_SITES)],
    ['maxSitePages', figure(MAX_SITE_PAGES)],
    ['maxWebhooks', word(MAX_WEBHOOKS)],
    ['deliveryLogDays', figure(DELIVERY_LOG_DAYS)],
    ['keptPerBot', figure(KEPT_PER_BOT)],
    ['deletionDays', figure(DELETION_DAYS)],
    ['restorableDays', word(RESTORABLE_DAYS)],
    ['invitationDays', word(INVITATION_DAYS)],
    ['trialDays', figure(TRIAL_DAYS.regular)],
    ['alphaMonths', word(ALPHA.trialMonths)],
    ['alphaVersion', ALPHA.version],
    ['alphaDiscount', `${figure(ALPHA.discountPercent)}${percent}`],
    ['annualDiscount', `${figure(ANNUAL_DISCOUNT * 100)}${percent}`],
    ['addressShare', parts[ADDRESS_SHARE.oneIn as keyof typeof parts] ?? `1/${ADDRESS_SHARE.oneIn}`],
    ['addressAtLeast', word(ADDRESS_SHARE.atLeast)],
    ['warnings', list(WARNING_LEVELS.map((level) => `${level}${percent}`))],
    ...ofPlans,
    ...Object.entries(STATUS_NAMES[language]).map(([status, name]) => [`status.${status}`, name] as const),
  ]);
}

/** A text with its facts. Throws where it names one that there is not. */
export function fillFacts(text: string, language: Language): string {
  const facts = productFacts(language);
  return text.replaceAll(/\[\[([\w.]+)\]\]/g, (_, name: string) => {
    const begins = /^[A-Z]/.test(name);
    const fact = facts.get(begins ? name.charAt(0).toLowerCase() + name.slice(1) : name);
    if (fact === undefined) throw new Error(`There is no fact ${name} in ${language}.`);
    return begins ? fact.charAt(0).toUpperCase() + fact.slice(1) : fact;
  });
}
