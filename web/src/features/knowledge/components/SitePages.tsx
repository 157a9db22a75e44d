import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import type { Site, SitePage } from '#contract/knowledge/sites';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useErrorToast } from '#lib/use-error-toast';
import { useSitePages } from '../hooks/useSites';
import { knowledgeKeys } from '../queries';
import styles from './sites.module.css';

/** Rows that are drawn at first, and with each further step. */
const STEP = 25;

const TONES: Record<SitePage['status'], Tone> = {
  waiting: 'busy',
  reading: 'busy',
  ready: 'good',
  failed: 'bad',
  left_out: 'neutral',
};

/** The pages of a website, what became of each, and why. */
export function SitePages({ site, mayManage }: { readonly site: Site; readonly mayManage: boolean }) {
  const { t, language } = useTexts();
  const pages = useSitePages(site);
  const [rows, setRows] = useState(STEP);
  if (!pages.data) return <NotLoaded query={pages} label="loading:documents" lines={3} shape="rows" />;
  if (pages.data.length === 0) return <p className={`muted ${styles.hint}`}>{t('sites:pages.none')}</p>;
  // What a person can do something about comes first.
  const sorted = [...pages.data].sort((one, other) => rank(one) - rank(other));
  return (
    <div className={`stack starts ${styles.pages}`}>
      <ul className={`divided ${styles.list}`} aria-label={t('sites:pages.of', { url: site.url })}>
        {sorted.slice(0, rows).map((page) => (
          <PageRow key={page.id} site={site} page={page} mayManage={mayManage} />
        ))}
      </ul>
      {sorted.length > rows && (
        <Button size="small" onClick={() => setRows(rows + STEP)}>
          {t('common:more')} ({formatNumber(sorted.length - rows, language)})
        </Button>
      )}
    </div>
  );
}

function rank({ status, problem }: SitePage): number {
  if (status === 'failed') return 0;
  return problem ? 1 : 2;
}

/** All pages are of one origin, which stands above. */
function pathOf({ origin }: Site, { url }: SitePage): string {
  const path = url.slice(origin.length);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function PageRow({
  site,
  page,
  mayManage,
}: {
  readonly site: Site;
  readonly page: SitePage;
  readonly mayManage: boolean;
}) {
  const { t, language } = useTexts();
  const tellError = useErrorToast(page.url);
  const queryClient = useQueryClient();
  const isLeftOut = page.status === 'left_out';
  const change = useMutation({
    mutationFn: () =>
      call('updateSitePage', {
        params: { botId: site.botId, siteId: site.id, pageId: page.id },
        body: { included: isLeftOut },
      }),
    onError: tellError,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: knowledgeKeys.sitePages(site.botId, site.id) });
      void queryClient.invalidateQueries({ queryKey: knowledgeKeys.sites(site.botId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.documents(site.botId) });
    },
  });
  return (
    <li className={`row loose ${styles.page}`}>
      <div className={styles.pageWords}>
        {page.title && <p className="firm">{page.title}</p>}
        <a className="muted" href={page.url} target="_blank" rel="noopener noreferrer">
          {pathOf(site, page)}
        </a>
        {page.checkedAt && (
          <p className={`muted ${styles.hint}`}>
            {t('sites:pages.checked', { date: formatDateTime(page.checkedAt, language) })}
          </p>
        )}
        {page.problem && (
          <p className={styles.problem}>
            {t(`sites:problems.${page.problem}`, { detail: page.problemDetail ?? '' })}
            {page.status === 'ready' && ` ${t('sites:pages.stillAnswers')}`}
          </p>
        )}
      </div>
      <StatusPill tone={TONES[page.status]}>{t(`sites:pages.states.${page.status}`)}</StatusPill>
      {mayManage && (
        <Button
          size="small"
          variation="link"
          ariaLabel={t(isLeftOut ? 'sites:pages.includeOf' : 'sites:pages.leaveOutOf', { url: page.url })}
          isLoading={change.isPending}
          loadingText={t(isLeftOut ? 'sites:pages.include' : 'sites:pages.leaveOut')}
          onClick={() => change.mutate()}
        >
          {t(isLeftOut ? 'sites:pages.include' : 'sites:pages.leaveOut')}
        </Button>
      )}
    </li>
  );
}
