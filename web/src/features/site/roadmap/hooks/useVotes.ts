import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useToast } from '#components/toasts.tsx';
import type { FeatureId } from '#contract/site/roadmap';
import { useTexts } from '#i18n/index';
import { clearEndedSession } from '#lib/session/ended-session';
import { sessionEndOf } from '#lib/session/session-end';
import { hasStoredSession } from '#lib/storage';
import { castVote } from '../api/cast-vote';
import { loadOwnVotes, loadVotes } from '../api/load-votes';
import { createVotes, type Tally } from '../votes';
import { rememberWantedVote, takeWantedVote } from '../wanted-vote';

export interface RoadmapVoting {
  readonly tallies: ReadonlyMap<FeatureId, Tally>;
  /** Why the counts are not there. */
  readonly failure: unknown;
  /** The feature that a stranger wanted to vote for. */
  readonly asked: FeatureId | null;
  readonly press: (featureId: FeatureId) => void;
  readonly stopAsking: () => void;
  readonly reload: () => void;
}

/** The votes of the roadmap. What signing in needs is loaded only where a session is stored. */
export function useVotes(): RoadmapVoting {
  const { t } = useTexts();
  const toast = useToast();
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState<FeatureId | null>(null);
  const [refused, setRefused] = useState<{ readonly featureId: FeatureId; readonly error: unknown } | null>(
    null,
  );
  const [votes] = useState(() =>
    createVotes({ cast: castVote, onFailure: (featureId, error) => setRefused({ featureId, error }) }),
  );
  const tallies = useSyncExternalStore(votes.subscribe, votes.tallies);

  const reload = useCallback(() => {
    loadVotes().then(
      ({ items }) => {
        setFailure(null);
        votes.setCounts(items);
      },
      (error: unknown) => setFailure(error),
    );
  }, [votes]);

  const ask = useCallback((featureId: FeatureId) => {
    rememberWantedVote(featureId);
    setAsked(featureId);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit
  useEffect(() => {
    reload();
    const wanted = takeWantedVote();
    if (!hasStoredSession()) return;
    loadOwnVotes().then(
      async (own) => {
        votes.setOwn(own);
        if (!wanted || own.includes(wanted)) return;
        await votes.press(wanted);
        if (votes.tallies().get(wanted)?.voted)
          toast({
            kind: 'success',
            text: t('roadmap:vote.counted', { title: t(`roadmap:features.${wanted}.title`) }),
          });
      },
      (error: unknown) => {
        // It ended elsewhere: here it ends without a word, since the page doesn't need it.
        if (sessionEndOf(error)) clearEndedSession();
      },
    );
  }, []);

  useEffect(() => {
    if (!refused) return;
    setRefused(null);
    if (sessionEndOf(refused.error)) {
      clearEndedSession();
      ask(refused.featureId);
    } else {
      const title = t(`roadmap:features.${refused.featureId}.title`);
      toast({ kind: 'error', text: t('roadmap:vote.failed', { title }) });
    }
  }, [refused, ask, t, toast]);

  return {
    tallies,
    failure,
    asked,
    press: (featureId) => (hasStoredSession() ? void votes.press(featureId) : ask(featureId)),
    stopAsking: () => {
      takeWantedVote();
      setAsked(null);
    },
    reload,
  };
}
