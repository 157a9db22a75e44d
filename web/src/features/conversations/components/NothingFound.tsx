import { Button } from '@aws-amplify/ui-react';
import { CheckCheck, MessagesSquare, SearchX } from 'lucide-react';
import { EmptyState } from '#components/EmptyState.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import type { ConversationFilter } from '../filter';

/** In place of a list: nothing is in the view, or nothing of it passes the filters. */
export function NothingFound({
  view,
  isFiltered,
  sought,
  onAll,
}: {
  readonly view: ConversationFilter['view'];
  readonly isFiltered: boolean;
  /** What is said of filters. */
  readonly sought: TranslationKey;
  readonly onAll: () => void;
}) {
  const { t } = useTexts();
  const all = <Button onClick={onAll}>{t('conversations:showAll')}</Button>;
  if (isFiltered)
    return (
      <EmptyState icon={<SearchX size={30} />} title={t('conversations:none')} action={all}>
        {t(sought)}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={view === 'waiting' ? <CheckCheck size={30} /> : <MessagesSquare size={30} />}
      title={t(view === 'all' ? 'conversations:emptyTitle' : `conversations:nothing.${view}`)}
      {...(view !== 'all' && { action: all })}
    >
      {t(view === 'all' ? 'conversations:emptyText' : 'conversations:nothingText')}
    </EmptyState>
  );
}
