import type * as z from 'zod';
import { BotConfig } from '#contract/bots/bot-config';
import { BusinessHours, Weekday } from '#contract/bots/business-hours';
import { type Merge, mergeFields, mergeLists } from '#features/bots/merge.ts';
import type { SettingField } from './settings';

/** A part of the business hours that is changed by itself: a weekday, the holidays, or a special day by its date. */
export type HoursPart = 'enabled' | 'holidays' | Weekday | `${number}-${number}-${number}`;

/** What both changed: a setting, or of the business hours the part that it is about. */
export interface Conflict {
  readonly field: SettingField;
  readonly part: HoursPart | null;
}

/**
 * Merges two edits of a bot: field by field, lists by their entries, business hours by their days. A list that would be
 * longer than it may be, or lose its last entry though neither emptied it, is asked as a whole: none means 'any website'.
 */
export function mergeConfigs(
  base: BotConfig,
  mine: BotConfig,
  theirs: BotConfig,
): Merge<BotConfig, Conflict> {
  const { merged, conflicts } = mergeFields(base, mine, theirs);
  const open: Conflict[] = [];
  for (const field of conflicts) {
    if (field === 'businessHours') {
      const hours = mergeHours(base[field], mine[field], theirs[field]);
      merged.businessHours = hours.merged;
      open.push(...hours.conflicts.map((part) => ({ field, part })));
      continue;
    }
    const entries = isList(field) ? mergedList(field, base, mine, theirs) : null;
    if (isList(field) && entries) merged[field] = entries;
    else open.push({ field, part: null });
  }
  return { merged, conflicts: open };
}

/** The edit with what is in conflict as the others have it. */
export function takeTheirs(mine: BotConfig, theirs: BotConfig, { field, part }: Conflict): BotConfig {
  if (field !== 'businessHours' || part === null) return { ...mine, [field]: theirs[field] };
  const hours = new Map<string, unknown>(Object.entries(partsOf(mine.businessHours)));
  const other = partsOf(theirs.businessHours)[part];
  if (other === undefined) hours.delete(part);
  else hours.set(part, other);
  return { ...mine, businessHours: hoursOf(Object.fromEntries(hours) as HoursParts) };
}

function mergeHours(
  base: BusinessHours,
  mine: BusinessHours,
  theirs: BusinessHours,
): Merge<BusinessHours, HoursPart | null> {
  const { merged, conflicts } = mergeFields(partsOf(base), partsOf(mine), partsOf(theirs));
  const hours = hoursOf(merged);
  if (!fits(BusinessHours.shape.exceptions, hours.exceptions)) return { merged: mine, conflicts: [null] };
  return { merged: hours, conflicts };
}

type HoursParts = Pick<BusinessHours, 'enabled' | 'holidays'> &
  BusinessHours['week'] &
  Partial<Record<HoursPart, unknown>>;

function partsOf({ enabled, week, holidays, exceptions }: BusinessHours): HoursParts {
  return {
    enabled,
    holidays,
    ...week,
    ...Object.fromEntries(exceptions.map(({ date, hours }) => [date, hours])),
  };
}

function hoursOf({ enabled, holidays, ...days }: HoursParts): BusinessHours {
  const byDay = Object.entries(days) as [string, BusinessHours['week'][Weekday]][];
  const isWeekday = (day: string) => Weekday.options.some((weekday) => weekday === day);
  return {
    enabled,
    holidays,
    week: Object.fromEntries(byDay.filter(([day]) => isWeekday(day))) as BusinessHours['week'],
    exceptions: byDay
      .filter(([day]) => !isWeekday(day))
      .map(([date, hours]) => ({ date, hours }))
      .sort((one, other) => one.date.localeCompare(other.date)),
  };
}

const LISTS = ['starterQuestions', 'escalationKeywords', 'allowedDomains'] as const;
type List = (typeof LISTS)[number];

function isList(field: SettingField): field is List {
  return LISTS.some((list) => list === field);
}

function mergedList(field: List, base: BotConfig, mine: BotConfig, theirs: BotConfig): string[] | null {
  const entries = mergeLists(base[field], mine[field], theirs[field]);
  const isEmptied = entries.length === 0 && mine[field].length > 0 && theirs[field].length > 0;
  return !isEmptied && fits(BotConfig.shape[field], entries) ? entries : null;
}

/** Whether a list may be as long as it is, whatever its entries are like. */
function fits(schema: z.ZodType, list: readonly unknown[]): boolean {
  const parsed = schema.safeParse(list);
  return parsed.success || parsed.error.issues.every(({ path }) => path.length > 0);
}
