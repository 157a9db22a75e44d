import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { CodeText } from '#components/CodeText.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Muted, Row, Stack } from '#components/layout.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { WidgetMode } from '#contract/bots/bot-config';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { type EmbedMode, embedCode, shortEmbedCode } from '#features/bots/embed.ts';
import { rememberEmbedCopied } from '#features/bots/embed-copied.ts';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { versionsQuery } from '../queries';
import styles from './bots.module.css';

/** The code that puts the bot on a website: as its settings have it, or in each of its modes. */
export function EmbedCard({
  bot,
  choosesMode = false,
}: {
  readonly bot: Bot;
  readonly choosesMode?: boolean;
}) {
  const { t } = useTexts();
  const { shown, isPending } = useShownToVisitors(bot);
  const [chosen, setMode] = useState<EmbedMode | null>(null);
  const mode = chosen ?? shown.mode;
  const short = shortEmbedCode(shown, config().appOrigin);
  const code = embedCode(shown, config().appOrigin, mode);
  return (
    <Card
      title={t('bots:embed.title')}
      lead={t(mode === 'floating' ? 'bots:embed.lead' : 'bots:embed.leadPlace')}
      action={
        !isPending && (
          <CopyButton text={code} label={t('bots:embed.copy')} onCopied={() => rememberEmbedCopied(bot.id)} />
        )
      }
    >
      {choosesMode && (
        <div className={`stack small ${styles.modes}`}>
          <Segmented
            label={t('bots:fields.mode')}
            value={mode}
            onChange={setMode}
            options={WidgetMode.options.map((value) => ({ value, label: t(`bots:modes.${value}`) }))}
          />
          <p className="faint">{t(`bots:modeHints.${mode}`)}</p>
        </div>
      )}
      {isPending ? (
        <Skeleton label="loading:bot" lines={4} />
      ) : (
        <CodeText text={code} label={t('bots:embed.title')} />
      )}
      <p className={styles.hint}>{t(hintOf(bot))}</p>
      {mode === 'floating' && !isPending && (
        <Stack gap="small">
          <Row>
            <h3 className={styles.shortTitle}>{t('bots:embed.short')}</h3>
            <CopyButton
              text={short}
              label={t('bots:embed.copyShort')}
              onCopied={() => rememberEmbedCopied(bot.id)}
            />
          </Row>
          <CodeText text={short} label={t('bots:embed.short')} />
          <Muted>{t('bots:embed.shortHint')}</Muted>
        </Stack>
      )}
    </Card>
  );
}

/** What the code says of the bot: what is published, since whoever puts it on a website shows it to visitors at once. */
function useShownToVisitors(bot: Bot): { readonly shown: Bot; readonly isPending: boolean } {
  const differs = bot.publishedVersion !== null && bot.hasUnpublishedChanges;
  const versions = useInfiniteQuery({ ...versionsQuery(bot.id), enabled: differs });
  const published = versions.data?.find(({ number }) => number === bot.publishedVersion);
  if (!differs) return { shown: bot, isPending: false };
  return { shown: { ...bot, ...published?.config }, isPending: !published && versions.isFetching };
}

function hintOf({ isShown, status }: Bot) {
  if (isShown) return 'bots:embed.hint';
  return isDeployed(status) ? 'bots:embed.notPublic' : 'bots:embed.notLive';
}
