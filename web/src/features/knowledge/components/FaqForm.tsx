import { type FormEvent, useState } from 'react';
import { cleanLine } from '#contract/base/clean';
import { FAQ_LIMITS, WriteFaq } from '#contract/knowledge/faqs';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { useSingleFlight } from '#lib/use-single-flight';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { FormActions } from '../../../components/form/FormActions';
import { TextAreaInput } from '../../../components/form/TextAreaInput';
import { TextInput } from '../../../components/form/TextInput';
import { CategoryAndTags } from './CategoryAndTags';

/** A pair as it is typed. */
export interface FaqDraft {
  readonly question: string;
  readonly answer: string;
  readonly category: string;
  /** Separated by commas. */
  readonly tags: string;
}

type Problems = Readonly<Partial<Record<keyof FaqDraft, TranslationKey | undefined>>>;

/** Takes a question with its answer. `categories`: those that documents have, to choose from. */
export function FaqForm({
  initial = {},
  categories,
  busy,
  error,
  onSave,
  onCancel,
}: {
  readonly initial?: Partial<FaqDraft>;
  readonly categories: readonly string[];
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSave: (faq: WriteFaq) => Promise<unknown>;
  readonly onCancel: () => void;
}) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<FaqDraft>({
    question: '',
    answer: '',
    category: '',
    tags: '',
    ...initial,
  });
  const [problems, setProblems] = useState<Problems>({});
  const set = (name: keyof FaqDraft, value: string) => {
    setDraft({ ...draft, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  // `error` says what was refused.
  const save = useSingleFlight((faq: WriteFaq) => onSave(faq).catch(() => {}));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkedFaq(draft);
    if ('problems' in checked) setProblems(checked.problems);
    else void save(checked.faq);
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextInput
        label={t('knowledge:faq.question')}
        placeholder={t('knowledge:faq.questionHint')}
        autoComplete="off"
        isRequired
        value={draft.question}
        onChange={({ target }) => set('question', target.value)}
        problem={problems.question ?? null}
      />
      <TextAreaInput
        label={t('knowledge:faq.answer')}
        descriptiveText={t('knowledge:faq.answerHint')}
        rows={6}
        isRequired
        value={draft.answer}
        onChange={({ target }) => set('answer', target.value)}
        problem={problems.answer ?? null}
        length={draft.answer.length}
        least={1}
        most={FAQ_LIMITS.answer}
      />
      <CategoryAndTags draft={draft} problems={problems} categories={categories} onChange={set} />
      {error && <ErrorNotice error={error} />}
      <FormActions
        submitLabel={t('knowledge:faq.save')}
        busyLabel={t('knowledge:faq.saving')}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}

/** What was typed as it is sent, or what is wrong with it. */
function checkedFaq(draft: FaqDraft): { readonly faq: WriteFaq } | { readonly problems: Problems } {
  const parsed = WriteFaq.safeParse({
    ...draft,
    tags: draft.tags.split(',').map(cleanLine).filter(Boolean),
  });
  if (parsed.success) return { faq: parsed.data };
  const problems: Partial<Record<keyof FaqDraft, TranslationKey>> = {};
  for (const { path, code } of parsed.error.issues) {
    const tooLong = code === 'too_big';
    if (path[0] === 'question')
      problems.question = tooLong ? 'knowledge:faq.questionLong' : 'knowledge:faq.questionMissing';
    else if (path[0] === 'answer')
      problems.answer = tooLong ? 'knowledge:faq.answerLong' : 'knowledge:faq.answerMissing';
    else if (path[0] === 'category') problems.category = 'knowledge:fields.categoryLong';
    else problems.tags = path.length === 1 ? 'knowledge:fields.tagsMany' : 'knowledge:fields.tagLong';
  }
  return { problems };
}
