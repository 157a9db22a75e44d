import { SelectField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Options } from '#components/form/Options.tsx';
import type { BotConfig } from '#contract/bots/bot-config';
import type { Bot, BotVersion } from '#contract/bots/bots';
import { changedFields } from '#features/bots/merge.ts';
import { useTexts } from '#i18n/index';
import { useShownValue } from '../hooks/useShownValue';
import { configOf } from '../settings';
import styles from './settings.module.css';

export interface VersionProps {
  readonly bot: Bot;
  readonly version: BotVersion;
  readonly all: readonly BotVersion[];
}

/** What stands for the draft among the numbers of versions. */
const DRAFT = 'draft';

/** The version beside the draft, or beside any other that is listed: the older of both stands first. */
export function VersionComparison({ bot, version, all }: VersionProps) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(DRAFT);
  const other = all.find(({ number }) => String(number) === wanted);
  const nameOf = ({ number }: BotVersion) => t('bots:versions.number', { number });
  const own = { name: nameOf(version), config: version.config };
  const against = other
    ? { name: nameOf(other), config: other.config }
    : { name: t('bots:versions.draft'), config: configOf(bot) };
  const isOlder = other !== undefined && other.number < version.number;
  return (
    <>
      {all.length > 1 && (
        <SelectField
          size="small"
          className={styles.against ?? ''}
          label={t('bots:versions.against')}
          value={other ? wanted : DRAFT}
          onChange={({ target }) => setWanted(target.value)}
        >
          <option value={DRAFT}>{t('bots:versions.draft')}</option>
          <Options of={all.filter(({ number }) => number !== version.number)} value={(one) => one.number}>
            {nameOf}
          </Options>
        </SelectField>
      )}
      <Differences before={isOlder ? against : own} after={isOlder ? own : against} />
    </>
  );
}

interface Compared {
  readonly name: string;
  readonly config: BotConfig;
}

function Differences({ before, after }: { readonly before: Compared; readonly after: Compared }) {
  const { t } = useTexts();
  const shown = useShownValue();
  const fields = changedFields(before.config, after.config);
  if (fields.length === 0) return <p>{t('bots:versions.nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="scroll" aria-label={t('bots:versions.differs')} tabIndex={0}>
      <table className={`fine ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('bots:versions.field')}</th>
            <th scope="col">{before.name}</th>
            <th scope="col">{after.name}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`bots:fields.${field}`)}</th>
              <td>{shown(field, before.config, after.config)}</td>
              <td>{shown(field, after.config, before.config)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
