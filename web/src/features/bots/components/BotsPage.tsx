import { Button, SelectField, TextField } from '@aws-amplify/ui-react';
import { Bot, Plus, SearchX } from 'lucide-react';
import { EmptyState } from '#components/EmptyState.tsx';
import { Options } from '#components/form/Options.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { BotType } from '#contract/bots/bot-config';
import { BOT_STATUSES } from '#contract/bots/bot-status';
import { BotList } from '#features/bots/components/BotList.tsx';
import { NewBotAction } from '#features/bots/components/NewBotAction.tsx';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useAddressView } from '#lib/use-address-view';
import { useBots } from '../hooks/useBots';
import { filterAddress, filterBots, isFiltered, type ListFilter, readFilter, SORTS } from '../list-filter';
import { BotHealthLine } from './BotHealthLine';
import { BotMenu } from './BotMenu';
import styles from './bots.module.css';
import { DeletedBots } from './DeletedBots';

export function BotsPage() {
  const { t, language } = useTexts();
  const [filter, setFilter] = useAddressView(readFilter, filterAddress);
  // What is searched or sorted must be there as a whole; else the pages come as they are asked for.
  const bots = useBots({ all: filterAddress(filter).size > 0 });
  const mayManage = usePermission('bots.manage');
  const shown = bots.data && filterBots(bots.data, filter, language);
  return (
    <div>
      <PageHeader title={t('bots:list.title')} lead={t('bots:list.lead')}>
        {mayManage && bots.data && bots.data.length > 0 && (
          <>
            <LinkButton to="/templates">{t('common:fromTemplate')}</LinkButton>
            <NewBotAction />
          </>
        )}
      </PageHeader>
      <NotLoaded query={bots} label="loading:bots" shape="bots" />
      {bots.data?.length === 0 && (
        <EmptyState
          icon={<Bot size={30} />}
          title={t('bots:list.emptyTitle')}
          action={
            mayManage && (
              <LinkButton to="/bots/new" variation="primary">
                <Plus size={18} aria-hidden="true" />
                {t('common:newBot')}
              </LinkButton>
            )
          }
        >
          {t('bots:list.emptyText')}
        </EmptyState>
      )}
      {bots.data && bots.data.length > 0 && shown && (
        <>
          <Filters filter={filter} onChange={setFilter} />
          <p className={`muted ${styles.found}`} role="status">
            {isFiltered(filter) && shown.length > 0 && t('bots:list.found', { count: shown.length })}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={30} />}
              title={t('bots:list.none')}
              action={
                <Button onClick={() => setFilter({ search: '', status: '', type: '' })}>
                  {t('bots:list.reset')}
                </Button>
              }
            >
              {t('bots:list.noneText')}
            </EmptyState>
          ) : (
            <BotList
              bots={shown}
              detail={(bot) => <BotHealthLine bot={bot} />}
              action={(bot) => <BotMenu bot={bot} />}
            />
          )}
          {bots.hasNextPage && (
            <div className="more">
              <Button isLoading={bots.isFetchingNextPage} onClick={() => void bots.fetchNextPage()}>
                {t('common:more')}
              </Button>
            </div>
          )}
        </>
      )}
      <DeletedBots />
    </div>
  );
}

function Filters({
  filter,
  onChange,
}: {
  readonly filter: ListFilter;
  readonly onChange: (part: Partial<ListFilter>) => void;
}) {
  const { t } = useTexts();
  return (
    <search className={`stack snug halves ${styles.filters}`} aria-label={t('bots:list.filters')}>
      <TextField
        type="search"
        label={t('bots:list.search')}
        labelHidden
        placeholder={t('bots:list.search')}
        autoComplete="off"
        value={filter.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <SelectField
        label={t('bots:list.status')}
        labelHidden
        value={filter.status}
        onChange={({ target }) => onChange({ status: target.value as ListFilter['status'] })}
      >
        <option value="">{t('bots:list.anyStatus')}</option>
        <Options of={BOT_STATUSES}>{(status) => t(`common:bot.status.${status}`)}</Options>
      </SelectField>
      <SelectField
        label={t('bots:list.type')}
        labelHidden
        value={filter.type}
        onChange={({ target }) => onChange({ type: target.value as ListFilter['type'] })}
      >
        <option value="">{t('bots:list.anyType')}</option>
        <Options of={BotType.options}>{(type) => t(`bots:types.${type}`)}</Options>
      </SelectField>
      <SelectField
        label={t('bots:list.sort')}
        labelHidden
        value={filter.sort}
        onChange={({ target }) => onChange({ sort: target.value as ListFilter['sort'] })}
      >
        <Options of={SORTS}>{(sort) => t(`bots:list.sorts.${sort}`)}</Options>
      </SelectField>
    </search>
  );
}
