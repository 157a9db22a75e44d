import { Button } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { CodeText } from '#components/CodeText.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import styles from './integrations.module.css';

/** The secret by which the website says who is signed in there. Kept in this part of the page only. */
export function IdentityCard({ botId }: { readonly botId: string }) {
  const { t, language } = useTexts();
  const [asking, setAsking] = useState(false);
  const failed = useErrorToast();
  const reveal = useMutation({
    mutationFn: () => call('revealIdentitySecret', { params: { botId } }),
    onError: failed,
    gcTime: 0,
  });
  const rotation = useMutation({
    mutationFn: () => call('rotateIdentitySecret', { params: { botId } }),
    onSuccess: () => reveal.mutate(),
    onError: failed,
    onSettled: () => setAsking(false),
    gcTime: 0,
  });
  const shown = reveal.data;
  return (
    <Card title={t('integrations:identity.title')} lead={t('integrations:identity.lead')}>
      <div className="stack large">
        {shown && (
          <div className={`secret ${styles.secret}`}>
            <code>{shown.secret}</code>
            <CopyButton text={shown.secret} label={t('integrations:secret.copy')} />
          </div>
        )}
        {shown?.formerValidUntil && (
          <p className="faint">
            {t('integrations:identity.former', { date: formatDateTime(shown.formerValidUntil, language) })}
          </p>
        )}
        <div className="row">
          <Button
            size="small"
            isLoading={reveal.isPending}
            loadingText={t('integrations:identity.show')}
            onClick={() => (shown ? reveal.reset() : reveal.mutate())}
          >
            {shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
            {t(shown ? 'integrations:identity.hide' : 'integrations:identity.show')}
          </Button>
          {shown && (
            <Button size="small" onClick={() => setAsking(true)}>
              <KeyRound size={16} aria-hidden="true" />
              {t('integrations:identity.rotate')}
            </Button>
          )}
        </div>
        <div>
          <p className={styles.step}>{t('integrations:identity.server')}</p>
          <CodeText label={t('integrations:identity.server')} text={SERVER} />
        </div>
        <div>
          <p className={styles.step}>{t('integrations:identity.page')}</p>
          <CodeText label={t('integrations:identity.page')} text={PAGE} />
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('integrations:identity.rotateTitle')}
          confirmLabel={t('integrations:identity.rotate')}
          busy={rotation.isPending}
          onConfirm={() => rotation.mutate()}
          onCancel={() => setAsking(false)}
        >
          {t('integrations:identity.rotateText')}
        </ConfirmDialog>
      )}
    </Card>
  );
}

const SERVER = `const hash = createHmac('sha256', secret)
  .update(user.id).digest('hex');`;

const PAGE = `Parley('identify', {
  userId: user.id,
  hash,
  name: user.name,
  email: user.email,
});`;
