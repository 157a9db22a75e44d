import { TextField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormActions } from '#components/form/FormActions.tsx';
import { roomForDocuments } from '#components/plan-limit/plan-room.ts';
import { Toggle } from '#components/Toggle.tsx';
import { useToast } from '#components/toasts.tsx';
import { type Bot, BotName } from '#contract/bots/bots';
import { TAKEN_NAME_TEXTS, takenName } from '#features/bots/taken-name.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth } from '#lib/session/session';
import { useAdoptBot } from '../hooks/useBot';
import styles from './bots.module.css';

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
  const [problem, setProblem] = useState<TranslationKey | null>(null);
  const copying = useMutation({
    mutationFn: () => call('duplicateBot', { params: { botId: bot.id }, body: { name, withKnowledge } }),
    onSuccess: (copy) => {
      adopt(copy);
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      toast({ kind: 'success', about: copy.name, text: t('bots:duplicate.done') });
      onClose();
      void navigate(`/bots/${copy.id}`);
    },
    onError: (error) => {
      const taken = takenName(error);
      if (taken) setProblem(TAKEN_NAME_TEXTS[taken]);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = BotName.safeParse(name);
    if (parsed.success) return copying.mutate();
    const isEmpty = parsed.error.issues.some(({ code }) => code === 'too_small');
    setProblem(isEmpty ? 'bots:form.nameRequired' : 'bots:form.nameLong');
  };
  return (
    <Dialog title={t('bots:duplicate.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('bots:duplicate.text')}</p>
        <TextField
          label={t('bots:duplicate.name')}
          descriptiveText={t('bots:form.nameHint')}
          autoComplete="off"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
          hasError={problem !== null}
          errorMessage={problem && t(problem)}
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
        {copying.isError && problem === null && <ErrorNotice error={copying.error} />}
        <FormActions submitLabel={t('bots:duplicate.action')} isBusy={copying.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
