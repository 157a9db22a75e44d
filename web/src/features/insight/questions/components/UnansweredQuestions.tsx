import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { type Unanswered, UnansweredState } from '#contract/insight/unanswered';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useUnanswered } from '../hooks/useUnanswered';
import { AnswerDialog } from './AnswerDialog';
import styles from './questions.module.css';
import { UnansweredRow } from './UnansweredRow';

/** Questions that the bot answered with its fallback message, those alike together. */
export function UnansweredQuestions({ botId }: { readonly botId: string }) {
  const { t } = useTexts();
  const mayManage = usePermission('documents.manage');
  const [state, setState] = useState<UnansweredState>('open');
  const [answering, setAnswering] = useState<Unanswered | null>(null);
  const groups = useUnanswered(botId, state);
  return (
    <section className="stack" aria-labelledby="unanswered">
      <div className="row broad apart bottom">
        <div>
          <h2 id="unanswered">{t('questions:unanswered.title')}</h2>
          <p className={styles.lead}>{t('questions:unanswered.lead')}</p>
        </div>
        <Segmented
          label={t('questions:unanswered.which')}
          labelHidden
          value={state}
          options={UnansweredState.options.map((value) => ({
            value,
            label: t(`questions:states.${value}`),
          }))}
          onChange={setState}
        />
      </div>
      <NotLoaded query={groups} label="loading:conversations" lines={4} shape="rows" />
      {groups.data?.length === 0 &&
        (state === 'open' ? (
          <EmptyState icon={<CircleCheckBig size={28} />} title={t('questions:unanswered.none')} heading="h3">
            {t('questions:unanswered.noneText')}
          </EmptyState>
        ) : (
          <p className={styles.lead}>{t(`questions:none.${state}`)}</p>
        ))}
      {groups.data && groups.data.length > 0 && (
        <ul className="framed round divided">
          {groups.data.map((group) => (
            <UnansweredRow
              key={group.id}
              botId={botId}
              group={group}
              listed={state}
              mayManage={mayManage}
              onAnswer={() => setAnswering(group)}
            />
          ))}
        </ul>
      )}
      {answering && (
        <AnswerDialog botId={botId} group={answering} listed={state} onClose={() => setAnswering(null)} />
      )}
    </section>
  );
}
