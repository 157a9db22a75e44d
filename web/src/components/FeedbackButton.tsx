import { Button } from '@aws-amplify/ui-react';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#i18n/index';
import { LazyFeedbackDialog } from './LazyFeedbackDialog';

/** `onSent`: told once feedback has been received. */
export function FeedbackButton({ onSent }: { readonly onSent?: () => void }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <MessageSquarePlus size={16} aria-hidden="true" />
        {t('common:alpha.feedback')}
      </Button>
      {isOpen && <LazyFeedbackDialog onClose={() => setOpen(false)} onSent={onSent} />}
    </>
  );
}
