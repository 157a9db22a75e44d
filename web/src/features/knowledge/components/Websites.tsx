import { Button } from '@aws-amplify/ui-react';
import { Globe, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { MAX_SITES } from '#contract/knowledge/sites';
import { useTexts } from '#i18n/index';
import { useSites } from '../hooks/useSites';
import { SiteItem } from './SiteItem';
import styles from './sites.module.css';

const SiteDialog = lazy(async () => ({ default: (await import('./SiteDialog')).SiteDialog }));

/** The websites that a bot reads, beside its documents. */
export function Websites({ botId, mayManage }: { readonly botId: string; readonly mayManage: boolean }) {
  const { t } = useTexts();
  const sites = useSites(botId);
  const [adding, setAdding] = useState(false);
  const items = sites.data ?? [];
  const isFull = items.length >= MAX_SITES;
  // Whoever can't add one need not be told that there is none.
  if (!mayManage && items.length === 0) return null;
  const add = mayManage && (
    <Button variation="primary" size="small" isDisabled={isFull} onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t('sites:add')}
    </Button>
  );
  return (
    <Card title={t('sites:title')} lead={t('sites:lead')} action={items.length > 0 ? add : undefined}>
      <NotLoaded query={sites} label="loading:documents" lines={2} shape="rows" />
      {sites.data?.length === 0 && (
        <EmptyState icon={<Globe size={28} />} title={t('sites:none')} heading="h3" action={add}>
          {t('sites:noneText')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="stack">
          {items.map((site) => (
            <SiteItem key={site.id} site={site} mayManage={mayManage} />
          ))}
        </div>
      )}
      {isFull && <p className={`muted ${styles.hint}`}>{t('sites:full', { count: MAX_SITES })}</p>}
      <Suspense fallback={null}>
        {adding && <SiteDialog botId={botId} onClose={() => setAdding(false)} />}
      </Suspense>
    </Card>
  );
}
