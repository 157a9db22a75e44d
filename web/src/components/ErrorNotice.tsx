import { Alert, Button } from '@aws-amplify/ui-react';
import { RotateCw } from 'lucide-react';
import { metLimit } from '#components/plan-limit/limit-reached.ts';
import { useTexts } from '#i18n/index';
import { type ApiErrorCode, errorCode } from '#lib/api-error';
import styles from './ErrorNotice.module.css';
import { PlanLimitNotice } from './plan-limit/PlanLimitNotice';

/** A call that failed, in the reader's words, with a way to try again where one makes sense, or on from a limit. */
export function ErrorNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTexts();
  const code: ApiErrorCode = errorCode(error);
  const limit = metLimit(error);
  if (limit) return <PlanLimitNotice limit={limit} />;
  return (
    <Alert variation="error" hasIcon={false}>
      <span className="row apart loose">
        <span className={styles.text}>{t(`errors:${code}`)}</span>
        {onRetry && (
          <Button size="small" onClick={onRetry}>
            <RotateCw size={15} aria-hidden="true" />
            {t('common:tryAgain')}
          </Button>
        )}
      </span>
    </Alert>
  );
}
