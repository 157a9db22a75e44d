import { Alert, Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CONFIRMATION_FILE, CONFIRMATION_TAG, type Site } from '../../../../../functions/contract/sites';
import { CopyButton } from '../../../components/CopyButton';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Segmented } from '../../../components/Segmented';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { queryKeys } from '../../../lib/query-keys';
import { confirmSite } from '../api/sites';
import styles from './sites.module.css';

const WAYS = ['file', 'tag'] as const;

/** How to show that a website is one's own, and the look whether it does. */
export function ConfirmSite({ site }: { readonly site: Site }) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const id = useId();
  const [way, setWay] = useState<(typeof WAYS)[number]>('file');
  const confirming = useMutation({
    mutationFn: () => confirmSite(site.botId, site.id),
    onSuccess: ({ problem }) => {
      if (problem !== null) return;
      toast({ kind: 'success', about: site.origin, text: t('sites:confirm.done') });
      void queryClient.invalidateQueries({ queryKey: queryKeys.sites(site.botId) });
    },
  });
  const { problem, problemDetail } = confirming.data ?? { problem: null, problemDetail: null };
  const shown = way === 'file' ? site.token : `<meta name="${CONFIRMATION_TAG}" content="${site.token}">`;
  return (
    <div className={styles.confirm}>
      <p>{t('sites:confirm.text', { origin: site.origin })}</p>
      <Segmented
        label={t('sites:confirm.way')}
        value={way}
        onChange={setWay}
        options={WAYS.map((value) => ({ value, label: t(`sites:confirm.ways.${value}`) }))}
      />
      <div className={styles.shown}>
        <p id={id}>
          {way === 'file'
            ? t('sites:confirm.file', { address: `${site.origin}${CONFIRMATION_FILE}` })
            : t('sites:confirm.tag', { address: `${site.origin}/` })}
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
        <div className={styles.actions}>
          <CopyButton key={way} text={shown} label={t('sites:confirm.copy')} />
        </div>
      </div>
      {problem !== null && (
        <Alert variation="warning" hasIcon={false} role="alert">
          {t(`sites:problems.${problem}`, { detail: problemDetail ?? '' })}
        </Alert>
      )}
      {confirming.isError && <ErrorNotice error={confirming.error} />}
      <div className={styles.actions}>
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
