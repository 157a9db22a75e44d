import type { Flow } from '#contract/bots/flow';
import type { Translate } from '#i18n/index';
import { titleOf } from './edit';

/** What a step is called where it is spoken of: its kind and its first words. */
export function stepName(flow: Flow, id: string, t: Translate): string {
  const found = flow.steps.find((one) => one.id === id);
  if (!found) return id;
  const title = titleOf(found);
  return `${t(`templates:flow.stepType.${found.type}`)} ${title === null ? t('templates:flow.empty') : t('templates:flow.quoted', { text: beginningOf(title) })}`;
}

function beginningOf(title: string): string {
  return title.length > 40 ? `${title.slice(0, 40).trimEnd()} …` : title;
}
