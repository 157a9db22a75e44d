import { Button } from '@aws-amplify/ui-react';
import { MessageCircle, X } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ChatFrame } from '#components/ChatFrame.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Bot } from '#contract/bots/bots';
import { publicBot } from '#core/bots/public-bot';
import { openPreviewSession } from '#features/bots/open-preview-session.ts';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useAddressAction } from '#lib/use-address-action';
import { configOf } from '../settings';
import styles from './bots.module.css';

/** Talks to the draft as a visitor will, in the widget itself; what is asked counts nowhere. */
export function TryBot({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const toast = useToast();
  const mayManage = usePermission('bots.manage');
  const [isAsked, forget] = useAddressAction('try');
  const [isOpened, setOpen] = useState(false);
  const open = isOpened || isAsked;
  const toggle = (isWanted: boolean) => {
    forget();
    setOpen(isWanted);
  };
  const Icon = open ? X : MessageCircle;
  // The server would refuse each conversation with it.
  if (bot.visibility === 'private' && !mayManage)
    return (
      <Card title={t('bots:try.title')}>
        <p>{t('bots:try.private')}</p>
      </Card>
    );
  return (
    <Card
      title={t('bots:try.title')}
      lead={t(bot.documentCount > 0 || bot.flow !== null ? 'bots:try.lead' : 'bots:try.leadWithoutDocuments')}
      action={
        <div className="row">
          <LinkButton to={`/widget/${bot.id}`} size="small">
            {t('bots:try.preview')}
          </LinkButton>
          <Button size="small" aria-expanded={open} onClick={() => toggle(!open)}>
            <Icon size={17} aria-hidden="true" />
            {t(open ? 'bots:try.close' : 'bots:try.action')}
          </Button>
        </div>
      }
    >
      {open && (
        <div className={styles.chat}>
          <ChatFrame
            title={t('bots:try.title')}
            bot={publicBot({
              config: { ...configOf(bot), mode: 'floating' },
              widgetId: bot.widgetId,
              version: bot.version,
              botName: bot.name,
              paused: false,
            })}
            openSession={(input) => openPreviewSession(bot.id, input)}
            height={640}
            takesFocus
            onFailed={() => {
              toggle(false);
              toast({ kind: 'error', text: t('bots:try.failed') });
            }}
          />
        </div>
      )}
    </Card>
  );
}
