import { Button, SelectField } from '@aws-amplify/ui-react';
import { List, RefreshCw, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Clamp } from '#components/Clamp.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import { type Site, SiteSchedule } from '#contract/knowledge/sites';
import { useTexts } from '#i18n/index';
import { useSiteActions } from '../hooks/useSiteActions';
import { ConfirmSite } from './ConfirmSite';
import { SitePages } from './SitePages';
import { SiteReading } from './SiteReading';
import styles from './sites.module.css';

const TONES: Record<Site['state'] | 'problem' | 'unread', Tone> = {
  unconfirmed: 'warn',
  problem: 'warn',
  unread: 'warn',
  idle: 'good',
  syncing: 'busy',
  removing: 'busy',
};

/** One website: how its reading goes, how often it is read, and its pages. */
export function SiteItem({ site, mayManage }: { readonly site: Site; readonly mayManage: boolean }) {
  const { t } = useTexts();
  const id = useId();
  const [showsPages, setShowsPages] = useState(false);
  const [asking, setAsking] = useState(false);
  const { state, lastResult, problem, missingSince } = site;
  const { syncing, scheduling, removal } = useSiteActions(site, () => setAsking(false));
  const shownState =
    state !== 'idle' ? state : problem || missingSince ? 'problem' : lastResult ? 'idle' : 'unread';
  const isRead = state === 'idle' || state === 'syncing';
  const isKnown = isRead || lastResult !== null;
  return (
    <section className={`stack snug ${styles.site}`} aria-labelledby={id}>
      <div className="row apart loose top">
        <h3 id={id} className={styles.address}>
          <Clamp text={site.url} />
        </h3>
        <StatusPill tone={TONES[shownState]}>{t(`sites:states.${shownState}`)}</StatusPill>
      </div>
      <SiteReading site={site} />
      {(state === 'unconfirmed' || (state === 'idle' && missingSince !== null)) && mayManage && (
        <ConfirmSite site={site} />
      )}
      {state !== 'removing' && (
        <div className={`row apart bottom ${styles.tools}`}>
          {mayManage && isRead && (
            <SelectField
              label={t('sites:schedule')}
              size="small"
              value={site.schedule}
              isDisabled={scheduling.isPending}
              onChange={({ target }) => scheduling.mutate(target.value as SiteSchedule)}
            >
              <Options of={SiteSchedule.options}>{(value) => t(`sites:schedules.${value}`)}</Options>
            </SelectField>
          )}
          <div className="row">
            {mayManage && isRead && (
              <Button
                size="small"
                aria-describedby={id}
                isDisabled={state === 'syncing'}
                isLoading={syncing.isPending}
                loadingText={t('sites:sync')}
                onClick={() => syncing.mutate()}
              >
                <RefreshCw size={16} aria-hidden="true" />
                {t('sites:sync')}
              </Button>
            )}
            {isKnown && (
              <Button
                size="small"
                aria-describedby={id}
                aria-expanded={showsPages}
                onClick={() => setShowsPages(!showsPages)}
              >
                <List size={16} aria-hidden="true" />
                {t('sites:pages.show')}
              </Button>
            )}
            {mayManage && (
              <Button size="small" aria-describedby={id} onClick={() => setAsking(true)}>
                <Trash2 size={16} aria-hidden="true" />
                {t('sites:remove.action')}
              </Button>
            )}
          </div>
        </div>
      )}
      {showsPages && isKnown && <SitePages site={site} mayManage={mayManage} />}
      {asking && (
        <ConfirmDialog
          title={t('sites:remove.title')}
          about={site.url}
          confirmLabel={t('sites:remove.action')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setAsking(false)}
        >
          {t('sites:remove.text')}
        </ConfirmDialog>
      )}
    </section>
  );
}
