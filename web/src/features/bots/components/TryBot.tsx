import { Button } from '@aws-amplify/ui-react';
import { MessageCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Bot } from '../../../../../functions/contract/bots';
import { Card } from '../../../components/Card';
import { ChatWidget } from '../../../components/ChatWidget';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';

/** Talks to the bot as a visitor does, in the widget itself. */
export function TryBot({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Card
      title={t('bots:try.title')}
      lead={t(bot.documentCount > 0 ? 'bots:try.lead' : 'bots:try.leadWithoutDocuments')}
      action={
        <Button ref={button} size="small" onClick={() => setOpen(true)}>
          <MessageCircle size={17} aria-hidden="true" />
          {t('bots:try.action')}
        </Button>
      }
    >
      {open && (
        <ChatWidget
          widgetId={bot.widgetId}
          onClose={(reason) => {
            setOpen(false);
            if (reason === 'failed') toast({ kind: 'error', text: t('bots:try.failed') });
            button.current?.focus();
          }}
        />
      )}
    </Card>
  );
}
