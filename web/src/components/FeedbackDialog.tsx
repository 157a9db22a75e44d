import { Button, SelectField } from '@aws-amplify/ui-react';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Options } from '#components/form/Options.tsx';
import { FEEDBACK_LIMITS, FeedbackType, type Receipt, SendFeedback } from '#contract/site/feedback';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { problemOf, ruleOf } from '#lib/form-errors';
import { sendAsPerson } from '#lib/send-as-person';
import { createSubmissionIds } from '#lib/submission';
import { Dialog } from './Dialog';
import styles from './FeedbackDialog.module.css';
import { Form } from './form/Form';
import { StarRating } from './form/StarRating';
import { TextAreaInput } from './form/TextAreaInput';
import { TextInput } from './form/TextInput';
import { Sentence } from './Sentence';

export interface FeedbackDialogProps {
  /** What it most likely is; the person may choose another. */
  readonly type?: FeedbackType;
  readonly onClose: () => void;
  /** Told once it has been received. */
  readonly onSent?: (() => void) | undefined;
}

const { shape } = SendFeedback;
const RULES = {
  rating: 'feedback:problems.rating',
  message: ruleOf(shape.message, {
    empty: 'feedback:problems.required',
    too_big: 'feedback:problems.long',
    otherwise: 'feedback:problems.short',
  }),
  email: ruleOf(shape.email, { otherwise: 'feedback:problems.email' }),
} as const;

/** Says what is good, bad or missing. Open it as `LazyFeedbackDialog`, which brings its texts. */
export function FeedbackDialog({ type = 'improvement', onClose, onSent }: FeedbackDialogProps) {
  const { t } = useTexts();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [idOf] = useState(createSubmissionIds);
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: { type, rating: '', message: '', email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ type, rating, message, email }) => {
    setFailure(null);
    const content = {
      type,
      rating: Number(rating),
      message: message.trim(),
      ...(email.trim() && { email: email.trim() }),
      page: location.pathname,
    };
    try {
      const body = { id: idOf(content), ...content };
      setReceipt(await sendAsPerson('sendOwnFeedback', 'sendFeedback', body));
      onSent?.();
    } catch (error) {
      setFailure(error);
    }
  });

  if (receipt)
    return (
      <Dialog title={t('feedback:thanks.title')} size="small" onClose={onClose}>
        <div className={styles.thanks} role="status">
          <CircleCheck size={22} aria-hidden="true" />
          <p>
            <Sentence
              text="feedback:thanks.text"
              parts={{ reference: <span className={styles.reference}>{receipt.reference}</span> }}
            />
          </p>
        </div>
        <Button variation="primary" onClick={onClose} autoFocus>
          {t('common:close')}
        </Button>
      </Dialog>
    );
  const { minMessage, maxMessage, maxRating } = FEEDBACK_LIMITS;
  return (
    <Dialog title={t(type === 'feature_request' ? 'feedback:suggest' : 'feedback:title')} onClose={onClose}>
      <Form
        onSubmit={submit}
        failure={
          failure !== null && (
            <>
              <strong>{t('feedback:failed')}</strong> {t(`errors:${errorCode(failure)}`)}{' '}
              {t('feedback:tryAgain')}
            </>
          )
        }
        submit={{ label: t('feedback:send'), working: t('feedback:sending'), isWorking: isSubmitting }}
      >
        <SelectField label={t('feedback:type.label')} {...register('type')}>
          <Options of={FeedbackType.options}>{(each) => t(`feedback:type.${each}`)}</Options>
        </SelectField>
        <StarRating
          label={t('feedback:rating')}
          stars={maxRating}
          value={Number(watch('rating'))}
          problem={problemOf(errors.rating)}
          registered={register('rating', { required: RULES.rating })}
        />
        <TextAreaInput
          label={t('feedback:message')}
          placeholder={t('feedback:hint')}
          rows={5}
          least={minMessage}
          most={maxMessage}
          length={watch('message').trim().length}
          problem={problemOf(errors.message)}
          {...register('message', RULES.message)}
        />
        <TextInput
          label={t('feedback:email')}
          descriptiveText={t('feedback:emailUse')}
          type="email"
          inputMode="email"
          autoComplete="email"
          problem={problemOf(errors.email)}
          {...register('email', RULES.email)}
        />
      </Form>
    </Dialog>
  );
}
