import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import type { TopicReport } from '#contract/insight/analytics';
import { botLabel } from '#contract/insight/bot-label';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useBehind } from '../hooks/useBehind';
import { ANALYTICS, renameTopic, reportQuery, topicsQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { BehindLink } from './BehindLink';
import { FigureTable } from './FigureTable';
import { Loaded } from './Loaded';

type Topic = TopicReport['topics'][number];

export function TopicsView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const topics = useQuery(topicsQuery(scope));
  const report = useQuery(reportQuery(scope));
  const behind = useBehind(report.data);
  const bots = new Map(report.data?.bots.map((bot) => [bot.botId, botLabel(bot, language)]));
  const mayRename = usePermission('bots.manage');
  const [renamed, setRenamed] = useState<Topic | null>(null);
  const number = (value: number) => formatNumber(value, language);
  return (
    <Loaded
      query={topics}
      failed="analytics:failed.topics"
      isEmpty={(data) => data.topics.length === 0}
      empty="analytics:empty.topics"
    >
      {(data) => (
        <>
          <p className="faint">{t('analytics:topicsLead', { count: data.questions })}</p>
          <FigureTable
            title={t('analytics:views.topics')}
            columns={[
              t('analytics:topic'),
              t('analytics:asked'),
              t('analytics:share'),
              t('analytics:unanswered'),
              t('analytics:before'),
              ...(mayRename ? [t('analytics:rename')] : []),
            ]}
            rows={data.topics.map((topic) => [
              <span key="name">
                <BehindLink to={behind.counted('TOPICS', countersOf(topic), undefined, topic.botId)}>
                  {topic.title}
                </BehindLink>{' '}
                {topic.major && <span className={styles.badge}>{t('analytics:major')}</span>}
                {topic.merged.length > 0 && <small className="faint"> ({topic.merged.join(', ')})</small>}
                {topic.phrases.length > 0 && (
                  <small className="faint">
                    {' '}
                    {t('analytics:withPhrases', { phrases: topic.phrases.join(', ') })}
                  </small>
                )}
                {bots.size > 1 && (
                  <small className={`faint ${styles.ofBot}`}>{bots.get(topic.botId) ?? '–'}</small>
                )}
              </span>,
              number(topic.asked),
              formatPercent(topic.share, language),
              formatPercent(topic.asked > 0 ? topic.unanswered / topic.asked : 0, language),
              topic.previous === null ? '–' : number(topic.previous),
              ...(mayRename
                ? [
                    <Button key="rename" size="small" variation="link" onClick={() => setRenamed(topic)}>
                      {t('analytics:rename')}
                    </Button>,
                  ]
                : []),
            ])}
          />
          {renamed && (
            <RenameDialog
              topic={renamed}
              others={data.topics
                .filter((each) => each.botId === renamed.botId && each.name !== renamed.name)
                .map((each) => each.name)}
              onClose={() => setRenamed(null)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

/** What its questions are counted by: answered ones by headings, the others by their words as well. */
function countersOf({ name, merged, phrases }: Topic): readonly string[] {
  return [
    ...[name, ...merged].flatMap((each) => [`+${each}`, `-${each}`]),
    ...phrases.map((each) => `-${each}`),
  ];
}

function RenameDialog({
  topic,
  others,
  onClose,
}: {
  readonly topic: Topic;
  /** Names of the bot's other topics, to merge with. */
  readonly others: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [name, setName] = useState(topic.name);
  // Each of them gets its own name, by which it stands for itself.
  const gathered = [...topic.merged, ...topic.phrases];
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: async ({
      topics,
      to,
    }: {
      readonly topics: readonly string[];
      readonly to: string | null;
    }) => {
      // One after the other: that the third failed does not take the first two back, and a second try goes on.
      for (const each of topics) await renameTopic({ botId: topic.botId, topic: each, name: to ?? each });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [...ANALYTICS, 'topics'] });
      onClose();
    },
  });
  const list = useId();
  return (
    <Dialog title={t('analytics:renameTitle', { name: topic.name })} onClose={onClose}>
      <form
        className="stack large"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ topics: [topic.name], to: name.trim() });
        }}
      >
        <label className={`muted stack tight shrinks ${styles.field}`}>
          {t('analytics:newName')}
          <input
            value={name}
            maxLength={80}
            required
            autoFocus
            list={list}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <datalist id={list}>
          {others.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <p className="faint">{t('analytics:renameHint')}</p>
        {rename.isError && <ErrorNotice error={rename.error} />}
        <div className="row bottom">
          <Button type="submit" variation="primary" isLoading={rename.isPending}>
            {t('analytics:save')}
          </Button>
          {gathered.length > 0 && (
            <Button
              isDisabled={rename.isPending}
              onClick={() => rename.mutate({ topics: gathered, to: null })}
            >
              {t('analytics:separate')}
            </Button>
          )}
          <Button variation="link" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
