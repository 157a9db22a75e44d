import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { GoldenTests } from './GoldenTests';
import { UnansweredQuestions } from './UnansweredQuestions';

const TABS = ['unanswered', 'tests'] as const;

/** What a bot was asked in vain, and what it has to be able to answer. */
export function QuestionsPage() {
  const { t } = useTexts();
  const { botId = '' } = useParams();
  const [address] = useSearchParams();
  const tab = TABS.find((name) => name === address.get('tab')) ?? 'unanswered';
  return (
    <div>
      <nav className="pills parted-below-large" aria-label={t('questions:tabs.label')}>
        {TABS.map((name) => (
          <Link
            key={name}
            to={`?tab=${name}`}
            className="pill"
            aria-current={name === tab ? 'page' : undefined}
            preventScrollReset
          >
            {t(`questions:tabs.${name}`)}
          </Link>
        ))}
      </nav>
      {tab === 'unanswered' ? <UnansweredQuestions botId={botId} /> : <GoldenTests botId={botId} />}
    </div>
  );
}
