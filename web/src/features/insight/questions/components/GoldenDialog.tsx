import { SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormDialog } from '#components/FormDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { useToast } from '#components/toasts.tsx';
import { cleanLine } from '#contract/base/clean';
import { type GoldenQuestion, WriteGolden } from '#contract/insight/golden';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useSingleFlight } from '#lib/use-single-flight';
import { expectedWordsOf } from '../expected-words';
import { readyDocumentsQuery } from '../queries';

type Problems = Readonly<Partial<Record<'question' | 'source' | 'words', TranslationKey | undefined>>>;

/** Adds a test question, or changes one. */
export function GoldenDialog({
  botId,
  golden,
  onClose,
}: {
  readonly botId: string;
  readonly golden: GoldenQuestion | null;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const documents = useQuery(readyDocumentsQuery(botId));
  const [question, setQuestion] = useState(golden?.question ?? '');
  const [source, setSource] = useState(golden?.sourceTitle == null ? '' : (golden.source ?? ''));
  const [words, setWords] = useState(golden?.words.join(', ') ?? '');
  const [problems, setProblems] = useState<Problems>({});
  const saving = useMutation({
    mutationFn: (input: WriteGolden) =>
      golden
        ? call('changeGolden', { params: { botId, goldenId: golden.id }, body: input })
        : call('addGolden', { params: { botId }, body: input }),
    onSuccess: (saved) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.goldenSet(botId) });
      toast({ kind: 'success', about: saved.question, text: t('questions:golden.done') });
      onClose();
    },
  });
  const save = useSingleFlight((input: WriteGolden) => saving.mutateAsync(input).catch(() => {}));
  const submit = () => {
    const parsed = WriteGolden.safeParse({
      question,
      source: source || null,
      words: expectedWordsOf(words),
    });
    if (parsed.success) return void save(parsed.data);
    setProblems(problemsOf(parsed.error.issues, question));
  };
  return (
    <FormDialog
      title={t(golden ? 'questions:golden.editTitle' : 'questions:golden.title')}
      submitLabel={t('questions:golden.save')}
      busyLabel={t('questions:golden.saving')}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('questions:golden.question')}
        placeholder={t('questions:golden.questionHint')}
        autoComplete="off"
        isRequired
        value={question}
        onChange={({ target }) => {
          setQuestion(target.value);
          setProblems({ ...problems, question: undefined });
        }}
        problem={problems.question ?? null}
      />
      {documents.isPending ? (
        <Skeleton label="loading:documents" lines={2} />
      ) : (
        <SelectField
          label={t('questions:golden.source')}
          descriptiveText={t('questions:golden.sourceHint')}
          value={source}
          onChange={({ target }) => {
            setSource(target.value);
            setProblems({ ...problems, source: undefined });
          }}
          hasError={problems.source !== undefined}
          errorMessage={problems.source && t(problems.source)}
        >
          <option value="">{t('questions:golden.anySource')}</option>
          <Options of={documents.data} value={({ id }) => id}>
            {({ title }) => title}
          </Options>
        </SelectField>
      )}
      <TextInput
        label={t('questions:golden.words')}
        descriptiveText={t('questions:golden.wordsHint')}
        autoComplete="off"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setProblems({ ...problems, source: undefined, words: undefined });
        }}
        problem={problems.words ?? null}
      />
      {documents.isError && <ErrorNotice error={documents.error} onRetry={() => void documents.refetch()} />}
    </FormDialog>
  );
}

function problemsOf(
  issues: readonly { readonly path: readonly PropertyKey[] }[],
  question: string,
): Problems {
  const wrong = new Map(issues.map(({ path }) => [path[0], path.length]));
  return {
    ...(wrong.has('question') && {
      question: cleanLine(question) ? 'questions:golden.questionLong' : 'questions:golden.questionMissing',
    }),
    ...(wrong.has('source') && { source: 'questions:golden.nothingExpected' }),
    ...(wrong.has('words') && {
      words: wrong.get('words') === 1 ? 'questions:golden.wordsMany' : 'questions:golden.wordLong',
    }),
  };
}
