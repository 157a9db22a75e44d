import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { useToast } from '#components/toasts.tsx';
import { API_KEY_PREFIX, type ApiKey, type CreatedApiKey } from '#contract/accounts/api-keys';
import { formatDate, formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { usePermission } from '#lib/session/session';
import { useAddressAction } from '#lib/use-address-action';
import { useErrorToast } from '#lib/use-error-toast';
import { apiKeysQuery } from '../queries';
import { ApiKeyDialog } from './ApiKeyDialog';
import { ApiKeyUse } from './ApiKeyUse';
import styles from './api-keys.module.css';
import { NewApiKeyDialog } from './NewApiKeyDialog';

const API_DOCUMENT = '/api/openapi.json';

/** Keys with which other programs use the account. */
export function ApiKeys() {
  const { t } = useTexts();
  const mayEdit = usePermission('settings.edit');
  return mayEdit ? (
    <KeysCard />
  ) : (
    <Card title={t('settings:keys.title')} lead={t('settings:keys.lead')}>
      <p>{t('settings:keys.notAllowed')}</p>
    </Card>
  );
}

function KeysCard() {
  const { t } = useTexts();
  const keys = useQuery(apiKeysQuery);
  const [adding, setAdding] = useState(false);
  const [isAsked, forget] = useAddressAction('new');
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const items = keys.data?.items ?? [];
  const add = (
    <Button variation="primary" size="small" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t('settings:keys.add')}
    </Button>
  );
  return (
    <Card
      title={t('settings:keys.title')}
      lead={t('settings:keys.lead')}
      action={items.length > 0 ? add : undefined}
    >
      <NotLoaded query={keys} label="loading:default" lines={3} shape="rows" />
      {keys.data?.items.length === 0 && (
        <EmptyState icon={<KeyRound size={28} />} title={t('settings:keys.none')} heading="h3" action={add}>
          {t('settings:keys.noneText')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className="stack bare divided entries">
          {items.map((apiKey) => (
            <Key key={apiKey.id} apiKey={apiKey} />
          ))}
        </ul>
      )}
      <p className={`muted ${styles.hint}`}>
        {t('settings:keys.document')} <a href={API_DOCUMENT}>{API_DOCUMENT}</a>
      </p>
      {(adding || isAsked) && (
        <NewApiKeyDialog
          onMade={setMade}
          onClose={() => {
            setAdding(false);
            forget();
          }}
        />
      )}
      {made && <ApiKeyDialog made={made} onClose={() => setMade(null)} />}
    </Card>
  );
}

function Key({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const revoking = useMutation({
    mutationFn: () => call('revokeApiKey', { params: { apiKeyId: apiKey.id } }),
    onSuccess: () => {
      setAsks(false);
      toast({ kind: 'success', text: t('settings:keys.revoked') });
      return queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
    onError: (error) => {
      setAsks(false);
      tellError(error);
    },
  });
  return (
    <li className={`stack snug ${styles.key}`}>
      <div className="line snug apart top">
        <div className={`stack tight long ${styles.about}`}>
          <strong>{apiKey.name}</strong>
          <span className="muted">
            <code>{`${API_KEY_PREFIX}…${apiKey.ending}`}</code> ·{' '}
            {apiKey.scopes.map((scope) => t(`settings:keys.scopes.${scope}`)).join(', ')}
          </span>
          <span className="muted">
            {t('settings:keys.created', { date: formatDate(apiKey.createdAt, language) })} ·{' '}
            {apiKey.lastUsedAt === null
              ? t('settings:keys.unused')
              : t('settings:keys.used', { time: formatDateTime(apiKey.lastUsedAt, language) })}
          </span>
        </div>
        <Button
          size="small"
          onClick={() => setAsks(true)}
          aria-label={`${t('settings:keys.revoke')}: ${apiKey.name}`}
        >
          {t('settings:keys.revoke')}
        </Button>
      </div>
      <details>
        <summary>{t('settings:keys.use')}</summary>
        <p className={`muted ${styles.hint}`}>{t('settings:keys.useText')}</p>
        <ApiKeyUse scopes={apiKey.scopes} />
      </details>
      {asks && (
        <ConfirmDialog
          title={t('settings:keys.revokeTitle')}
          about={apiKey.name}
          confirmLabel={t('settings:keys.revoke')}
          busy={revoking.isPending}
          onCancel={() => setAsks(false)}
          onConfirm={() => revoking.mutate()}
        >
          <p>{t('settings:keys.revokeText')}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
