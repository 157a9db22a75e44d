import { hasContent } from '#contract/insight/report-contents';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from '#contract/insight/report-templates';
import type { ReportContent, ReportSchedule, Timing } from '#contract/insight/reports';

/** A report while it is put together: addresses as they are typed. */
export interface ScheduleDraft {
  readonly content: ReportContent;
  readonly timing: Timing;
  readonly recipients: string;
}

const TIMING: Timing = { frequency: 'weekly', weekday: 'MON', monthDay: 1, time: '08:00' };

interface Beginning {
  readonly language: ReportContent['language'];
  readonly timeZone: string;
  readonly email: string;
}

export function emptyDraft({ language, timeZone, email }: Beginning): ScheduleDraft {
  const content: ReportContent = {
    title: '',
    description: '',
    botIds: [],
    views: ['overview'],
    metrics: true,
    charts: true,
    rawData: [],
    format: 'pdf',
    language,
    timeZone,
  };
  return { content, timing: TIMING, recipients: email };
}

export function draftOfTemplate(
  template: BuiltInTemplate,
  words: { readonly title: string; readonly description: string },
  beginning: Beginning,
): ScheduleDraft {
  const { timing, views, rawData, ...rest } = BUILT_IN_TEMPLATES[template];
  const { content, recipients } = emptyDraft(beginning);
  return {
    content: { ...content, ...rest, ...words, views: [...views], rawData: [...rawData] },
    timing,
    recipients,
  };
}

export function draftOfSchedule({ content, timing, recipients }: ReportSchedule): ScheduleDraft {
  return { content, timing, recipients: recipients.map(({ email }) => email).join('\n') };
}

/** Addresses as people type or paste them: parted by lines, commas or semicolons. */
export function addressesOf(text: string): readonly string[] {
  const addresses = text.split(/[\s,;]+/).filter((address) => address !== '');
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}

export type DraftProblem = 'title' | 'content' | 'recipients' | 'address' | 'tooMany';

/** What keeps a draft from being saved; null: nothing. */
export function problemOf({ content, recipients }: ScheduleDraft, limit: number): DraftProblem | null {
  if (content.title.trim() === '') return 'title';
  if (!hasContent(content)) return 'content';
  const addresses = addressesOf(recipients);
  if (addresses.length === 0) return 'recipients';
  if (addresses.some((address) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address))) return 'address';
  return limit > 0 && addresses.length > limit ? 'tooMany' : null;
}
