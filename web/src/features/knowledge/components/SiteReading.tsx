import { Alert } from '@aws-amplify/ui-react';
import type { Site } from '#contract/knowledge/sites';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './sites.module.css';

/** How the reading of a website goes: what came of the last one, how far this one is, and what keeps it from going well. */
export function SiteReading({ site }: { readonly site: Site }) {
  const { t, language } = useTexts();
  const { state, progress, lastResult, problem, missingSince } = site;
  const number = (value: number) => formatNumber(value, language);
  const parts = lastResult
    ? (['added', 'changed', 'unchanged', 'removed', 'failed'] as const)
        .filter((part) => lastResult[part] > 0)
        .map((part) => t(`sites:result.${part}`, { number: number(lastResult[part]) }))
    : [];
  return (
    <>
      <div className={`muted ${styles.hint}`}>
        <p>
          {[
            t(`sites:scopes.${site.scope}`),
            ...(lastResult ? [t('sites:lastRead', { date: formatDateTime(lastResult.at, language) })] : []),
            ...(site.nextSyncAt && state === 'idle'
              ? [t('sites:nextRead', { date: formatDateTime(site.nextSyncAt, language) })]
              : []),
          ].join(' · ')}
        </p>
        {state === 'idle' && parts.length > 0 && <p>{parts.join(' · ')}</p>}
      </div>
      {progress && (
        <div>
          <p className={`muted ${styles.hint}`}>
            {progress.known === 0
              ? t('sites:looking')
              : t('sites:progress', { done: number(progress.done), known: number(progress.known) })}
          </p>
          <progress
            className={styles.progress}
            aria-label={t('sites:progressOf', { url: site.url })}
            max={Math.max(1, progress.known)}
            {...(progress.known > 0 && { value: progress.done })}
          />
        </div>
      )}
      {state === 'idle' && problem && (
        <Alert variation="warning" hasIcon={false}>
          {t(`sites:problems.${problem}`, { detail: site.problemDetail ?? '' })}
        </Alert>
      )}
      {missingSince !== null && state !== 'removing' && (
        <Alert variation="warning" hasIcon={false}>
          {t(state === 'unconfirmed' ? 'sites:confirm.lost' : 'sites:confirm.missing', {
            origin: site.origin,
            date: formatDateTime(missingSince, language),
          })}
        </Alert>
      )}
    </>
  );
}
