import type { RefObject } from 'react';
import type { BotConfig } from '#contract/bots/bot-config';
import { ConflictAlert } from '#features/bots/components/ConflictAlert.tsx';
import { useTexts } from '#i18n/index';
import { useShownHours } from '../hooks/useShownHours';
import { useShownValue } from '../hooks/useShownValue';
import type { Conflict } from '../merge-configs';

/** What two people changed of the same bot, each by the name of its setting, or of the day in the business hours. */
export function ConflictNotice({
  ref,
  conflicts,
  mine,
  theirs,
  onTakeTheirs,
  onKeepMine,
}: {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly conflicts: readonly Conflict[];
  readonly mine: BotConfig;
  readonly theirs: BotConfig;
  readonly onTakeTheirs: (conflict: Conflict) => void;
  readonly onKeepMine: (conflict: Conflict) => void;
}) {
  const { t } = useTexts();
  const shownValue = useShownValue();
  const { nameOf, shownPart } = useShownHours();
  const shown = ({ field, part }: Conflict, config: BotConfig, other: BotConfig) =>
    part === null ? shownValue(field, config, other) : shownPart(config.businessHours, part);
  return (
    <ConflictAlert
      ref={ref}
      heading={t('errors:bot.version_conflict')}
      occasion={theirs}
      choices={conflicts.map((conflict) => {
        const { field, part } = conflict;
        const name = t(`bots:fields.${field}`);
        return {
          key: `${field} ${part}`,
          name: part === null ? name : `${name}: ${nameOf(part)}`,
          mine: shown(conflict, mine, theirs),
          theirs: shown(conflict, theirs, mine),
          onKeepMine: () => onKeepMine(conflict),
          onTakeTheirs: () => onTakeTheirs(conflict),
        };
      })}
    />
  );
}
