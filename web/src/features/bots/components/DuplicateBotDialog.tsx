import { Alert } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { roomForDocuments } from '#components/plan-limit/plan-room.ts';
import { Toggle } from '#components/Toggle.tsx';
import { useToast } from '#components/toasts.tsx';
import { isDeployed } from '#contract/bots/bot-status';
import { type Bot, BotName } from '#contract/bots/bots';
import { TAKEN_NAME_TEXTS, takenName } from '#features/bots/taken-name.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth } from '#lib/session/session';
import { useAdoptBot } from '../hooks/useBot';

export function DuplicateBotDialog({ bot, onClose }: { readonly bot: Bot; readonly onClose: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const adopt = useAdoptBot();
  const queryClient = useQueryClient();
  const [name, setName] = useState(() =>
    t('bots:duplicate.suggestion', { name: [...bot.name].slice(0, 70).join('').trim() }),
  );
  const room = roomForDocuments(useAuth().account);
  const hasRoom = room === null || room >= bot.documentCount;
  const [withKnowledge, setWithKnowledge] = useState(bot.documentCount > 0 && hasRoom);
  const [takesAddress, setTakesAddress] = useState(false);
  const [problem, setProblem] = useState<TranslationKey | null>(null);
  const copying = useMutation({
    mutationFn: () =>
      call('duplicateBot', { params: { botId: bot.id }, body: { name, withKnowledge, takesAddress } }),
    onSuccess: (copy) => {
      adopt(copy);
      if (takesAddress) void queryClient.invalidateQueries({ queryKey: queryKeys.bot(bot.id) });
      toast({ kind: 'success', about: copy.name, text: t('bots:duplicate.done') });
      onClose();
      void navigate(`/bots/${copy.id}`);
    },
    onError: (error) => {
      const taken = takenName(error);
      if (taken) setProblem(TAKEN_NAME_TEXTS[taken]);
    },
  });
  const submit = () => {
    const parsed = BotName.safeParse(name);
    if (parsed.success) return copying.mutate();
    const isEmpty = parsed.error.issues.some(({ code }) => code === 'too_small');
    setProblem(isEmpty ? 'bots:form.nameRequired' : 'bots:form.nameLong');
  };
  return (
    <FormDialog
      title={t('bots:duplicate.title')}
      submitLabel={t('bots:duplicate.action')}
      isBusy={copying.isPending}
      error={copying.isError && problem === null ? copying.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(takesAddress && isDeployed(bot.status) ? 'bots:duplicate.textLive' : 'bots:duplicate.text')}</p>
      <TextInput
        label={t('bots:duplicate.name')}
        descriptiveText={t('bots:form.nameHint')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
        problem={problem}
      />
      {bot.documentCount > 0 && (
        <Toggle
          label={t('bots:duplicate.knowledge')}
          hint={
            hasRoom
              ? t('bots:duplicate.knowledgeHint')
              : t('bots:duplicate.noRoom', { room, count: bot.documentCount })
          }
          checked={withKnowledge}
          onChange={(wanted) => {
            setWithKnowledge(wanted);
            copying.reset();
          }}
        />
      )}
      <Toggle
        label={t('bots:duplicate.address')}
        hint={t(isDeployed(bot.status) ? 'bots:duplicate.addressLiveHint' : 'bots:duplicate.addressHint', {
          name: bot.name,
        })}
        checked={takesAddress}
        onChange={(wanted) => {
          setTakesAddress(wanted);
          copying.reset();
        }}
      />
      {takesAddress && isDeployed(bot.status) && bot.documentCount > 0 && (
        <Alert variation={withKnowledge ? 'info' : 'warning'}>
          {t(withKnowledge ? 'bots:duplicate.readingAgain' : 'bots:duplicate.withoutKnowledge')}
        </Alert>
      )}
    </FormDialog>
  );
}
