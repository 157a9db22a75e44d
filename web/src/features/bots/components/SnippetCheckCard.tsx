import { Alert, Button, TextField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SearchCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { isDeployed } from '#contract/bots/bot-status';
import type { Bot } from '#contract/bots/bots';
import { CheckSnippet, type SnippetCheck } from '#contract/site/snippet-check';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

/** Whether the bot's script stands on a page, as the server finds it there. */
export function SnippetCheckCard({ bot }: { readonly bot: Bot }) {
  const { t } = useTexts();
  const [address, setAddress] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: (url: string) => call('checkSnippet', { params: { botId: bot.id }, body: { url } }),
    // What visitors have of the bot may have been changed elsewhere since this page was opened.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.bot(bot.id) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = CheckSnippet.safeParse({ url: withScheme(address.trim()) });
    if (!parsed.success) {
      // What was found on another page says nothing of this one.
      check.reset();
      return setIsWrong(true);
    }
    setAddress(parsed.data.url);
    check.mutate(parsed.data.url);
  };
  return (
    <Card title={t('integrations:snippet.title')} lead={t('integrations:snippet.lead')}>
      <form className="stack large" onSubmit={submit} noValidate>
        <TextField
          type="url"
          inputMode="url"
          label={t('integrations:snippet.url')}
          placeholder="https://www.example.com/"
          autoComplete="url"
          value={address}
          onChange={({ target }) => {
            setAddress(target.value);
            setIsWrong(false);
          }}
          hasError={isWrong}
          errorMessage={t('integrations:snippet.urlWrong')}
          outerEndComponent={
            <Button
              type="submit"
              variation="primary"
              isLoading={check.isPending}
              loadingText={t('integrations:snippet.checking')}
            >
              <SearchCheck size={16} aria-hidden="true" />
              {t('integrations:snippet.check')}
            </Button>
          }
        />
        <div role="status">{check.data && !check.isPending && <Result bot={bot} check={check.data} />}</div>
        {check.isError && <ErrorNotice error={check.error} />}
      </form>
    </Card>
  );
}

function Result({ bot, check }: { readonly bot: Bot; readonly check: SnippetCheck }) {
  const { t } = useTexts();
  const { result, foundWidgetId, reason, status, isSiteAllowed, isAllowedByPolicy } = check;
  const obstacles: readonly TranslationKey[] = [
    ...(isSiteAllowed ? [] : ['integrations:snippet.siteNotAllowed' as const]),
    ...(isAllowedByPolicy ? [] : ['integrations:snippet.policy' as const]),
    ...absenceOf(bot),
  ];
  const isFine = result === 'found' && obstacles.length === 0;
  return (
    <Alert variation={isFine ? 'success' : result === 'found' ? 'warning' : 'error'} hasIcon={false}>
      <span className="stack tight">
        <strong>{t(isFine ? 'integrations:results.live' : `integrations:results.${result}`)}</strong>
        {result === 'other_bot' && (
          <span>{t('integrations:snippet.otherBot', { found: foundWidgetId ?? '', own: bot.widgetId })}</span>
        )}
        {result === 'no_bot' && <span>{t('integrations:snippet.noBot', { own: bot.widgetId })}</span>}
        {result === 'not_found' && <span>{t('integrations:snippet.notFound')}</span>}
        {reason !== null && <span>{t(`integrations:unreadable.${reason}`, { status: status ?? '' })}</span>}
        {result === 'found' && obstacles.map((key) => <span key={key}>{t(key)}</span>)}
        <span className="fine long">{check.url}</span>
      </span>
    </Alert>
  );
}

/** Why visitors whose page carries the script don't have the bot's answers all the same. */
function absenceOf({ status, isShown }: Bot): readonly TranslationKey[] {
  if (!isDeployed(status)) return ['integrations:snippet.notLive'];
  if (!isShown) return ['integrations:snippet.notPublic'];
  return status === 'inactive' ? ['integrations:snippet.paused'] : [];
}

/** As people write addresses. */
function withScheme(address: string): string {
  return address === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}
