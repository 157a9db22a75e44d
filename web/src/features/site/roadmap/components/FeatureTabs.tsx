import { type KeyboardEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RoadmapStatus } from '#contract/site/roadmap';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { RoadmapVoting } from '../hooks/useVotes';
import { featuresOf, queryOf, tabAfterKey, tabOf } from '../tabs';
import { FeatureCard } from './FeatureCard';
import styles from './roadmap.module.css';

const PANEL = 'features';

/** The features by their status. The address knows the open tab, so that it can be linked, and come back to. */
export function FeatureTabs({ voting }: { readonly voting: RoadmapVoting }) {
  const { t, language } = useTexts();
  const [query, setQuery] = useSearchParams();
  const tab = tabOf(query.get('tab'));
  const list = useRef<HTMLDivElement>(null);

  const open = (next: RoadmapStatus) => {
    if (next !== tab) setQuery(queryOf(next), { preventScrollReset: true });
  };
  const move = (event: KeyboardEvent) => {
    const next = tabAfterKey(event.key, tab);
    if (!next) return;
    event.preventDefault();
    // Passing over tabs by key is no page to come back to.
    setQuery(queryOf(next), { preventScrollReset: true, replace: true });
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <section aria-label={t('roadmap:tabs.label')}>
      <div
        ref={list}
        role="tablist"
        aria-label={t('roadmap:tabs.label')}
        className={styles.tabs}
        onKeyDown={move}
      >
        {RoadmapStatus.options.map((each) => {
          const count = featuresOf(each).length;
          return (
            <button
              key={each}
              type="button"
              role="tab"
              id={`tab-${each}`}
              aria-selected={each === tab}
              aria-controls={PANEL}
              tabIndex={each === tab ? 0 : -1}
              className={styles.tab}
              onClick={() => open(each)}
            >
              {t(`roadmap:status.${each}`)}
              <span className={styles.count} aria-hidden="true">
                {formatNumber(count, language)}
              </span>
            </button>
          );
        })}
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.panel}>
        <ul className={styles.features}>
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
