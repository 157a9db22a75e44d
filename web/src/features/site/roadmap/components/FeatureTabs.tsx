import { useSearchParams } from 'react-router-dom';
import { Tabs } from '#components/Tabs.tsx';
import { RoadmapStatus } from '#contract/site/roadmap';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { RoadmapVoting } from '../hooks/useVotes';
import { featuresOf, queryOf, tabOf } from '../tabs';
import { FeatureCard } from './FeatureCard';
import styles from './roadmap.module.css';

const PANEL = 'features';

/** The features by their status. The address knows the open tab, so that it can be linked, and come back to. */
export function FeatureTabs({ voting }: { readonly voting: RoadmapVoting }) {
  const { t, language } = useTexts();
  const [query, setQuery] = useSearchParams();
  const tab = tabOf(query.get('tab'));
  return (
    <section aria-label={t('roadmap:tabs.label')}>
      <Tabs
        label={t('roadmap:tabs.label')}
        tabs={RoadmapStatus.options}
        open={tab}
        panel={PANEL}
        className={styles.tabs}
        onOpen={(next, how) => setQuery(queryOf(next), { preventScrollReset: true, replace: how === 'key' })}
      >
        {(each) => (
          <>
            {t(`roadmap:status.${each}`)}
            <span className={styles.count} aria-hidden="true">
              {formatNumber(featuresOf(each).length, language)}
            </span>
          </>
        )}
      </Tabs>
      <div id={PANEL} role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.panel}>
        <ul className="cards">
          {featuresOf(tab).map(([id, feature]) => (
            <FeatureCard
              key={id}
              id={id}
              feature={feature}
              tally={voting.tallies.get(id)}
              onVote={() => voting.press(id)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
