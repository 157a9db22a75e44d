import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CopyButton } from '#components/CopyButton.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { useToast } from '#components/toasts.tsx';
import {
  CONFIRMATION_FILE,
  CONFIRMATION_TAG,
  confirmationRecord,
  type Site,
} from '#contract/knowledge/sites';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { knowledgeKeys } from '../queries';
import styles from './sites.module.css';

type Way = 'file' | 'tag' | 'record';

/** How to show that a website is one's own, and the look whether it does. */
export function ConfirmSite({ site }: { readonly site: Site }) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const id = useId();
  const [way, setWay] = useState<Way>('file');
  const confirming = useMutation({
    mutationFn: () => call('confirmSite', { params: { botId: site.botId, siteId: site.id } }),
    onSuccess: ({ problem }) => {
      if (problem !== null) return;
      toast({ kind: 'success', about: site.origin, text: t('sites:confirm.done') });
      void queryClient.invalidateQueries({ queryKey: knowledgeKeys.sites(site.botId) });
    },
  });
  const { problem, problemDetail } = confirming.data ?? { problem: null, problemDetail: null };
  const record = confirmationRecord(site.origin);
  const ways: readonly Way[] = ['file', 'tag', ...(record === null ? [] : (['record'] as const))];
  const shown = way === 'tag' ? `<meta name="${CONFIRMATION_TAG}" content="${site.token}">` : site.token;
  const told = {
    file: () => t('sites:confirm.file', { address: `${site.origin}${CONFIRMATION_FILE}` }),
    tag: () => t('sites:confirm.tag', { address: `${site.origin}/` }),
    record: () => t('sites:confirm.record', { name: record ?? '' }),
  };
  return (
    <div className={`stack ${styles.confirm}`}>
      <p>{t('sites:confirm.text', { origin: site.origin })}</p>
      <Segmented
        label={t('sites:confirm.way')}
        value={way}
        onChange={setWay}
        options={ways.map((value) => ({ value, label: t(`sites:confirm.ways.${value}`) }))}
      />
      <div className="stack small">
        <p id={id} className="long">
          {told[way]()}
        </p>
        <textarea
          className={styles.code}
          readOnly
          rows={2}
          spellCheck={false}
          value={shown}
          aria-labelledby={id}
          onFocus={(event) => event.target.select()}
        />
        <div className="row">
          <CopyButton key={way} quiet text={shown} label={t('sites:confirm.copy')} />
        </div>
      </div>
      {problem !== null && (
        <Alert variation="warning" hasIcon={false} role="alert">
          {t(`sites:problems.${problem}`, { detail: problemDetail ?? '' })}
        </Alert>
      )}
      {confirming.isError && <ErrorNotice error={confirming.error} />}
      <div className="row">
        <Button
          variation="primary"
          isLoading={confirming.isPending}
          loadingText={t('sites:confirm.looking')}
          onClick={() => confirming.mutate()}
        >
          {t('sites:confirm.look')}
        </Button>
      </div>
    </div>
  );
}
