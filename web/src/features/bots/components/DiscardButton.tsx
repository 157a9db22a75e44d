import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useTexts } from '#i18n/index';
import { ConfirmDialog } from '../../../components/ConfirmDialog';

/** Takes back what is not saved, after a question, as leaving the page asks. */
export function DiscardButton({
  isDisabled = false,
  onDiscard,
}: {
  readonly isDisabled?: boolean;
  readonly onDiscard: () => void;
}) {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button isDisabled={isDisabled} onClick={() => setAsking(true)}>
        {t('common:discard')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('common:unsaved.discard')}
          confirmLabel={t('common:unsaved.leave')}
          busy={false}
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
          onCancel={() => setAsking(false)}
        >
          {t('common:unsaved.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
