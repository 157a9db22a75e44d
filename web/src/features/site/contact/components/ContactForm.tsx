import { SelectField } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { Form } from '#components/form/Form.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { CONTACT_LIMITS, ContactCategory, ContactPriority, SendContact } from '#contract/site/contact';
import type { Receipt } from '#contract/site/feedback';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { problemOf, ruleOf } from '#lib/form-errors';
import { sendAsPerson } from '#lib/send-as-person';
import { createSubmissionIds } from '#lib/submission';
import styles from '../../../../components/contact/contact-form.module.css';
import { PrivacyNote } from './PrivacyNote';
import { Received } from './Received';
import { whoWrites } from './who-writes';

const { shape } = SendContact;
const RULES = {
  name: ruleOf(shape.name, {
    empty: 'contact:problems.name',
    too_big: 'contact:problems.nameLong',
    otherwise: 'contact:problems.name',
  }),
  email: ruleOf(shape.email, { empty: 'contact:problems.email', otherwise: 'contact:problems.emailInvalid' }),
  subject: ruleOf(shape.subject, {
    empty: 'contact:problems.subject',
    too_big: 'contact:problems.subjectLong',
    otherwise: 'contact:problems.subject',
  }),
  message: ruleOf(shape.message, {
    empty: 'contact:problems.message',
    too_big: 'contact:problems.messageLong',
    otherwise: 'contact:problems.messageShort',
  }),
};
const EMPTY = { subject: '', message: '', priority: 'normal' as ContactPriority };

/** A message to the operator. What was typed stays until it has been received. */
export function ContactForm({ onSent }: { readonly onSent?: () => void }) {
  const { t, language } = useTexts();
  const asked = ContactCategory.safeParse(useSearchParams()[0].get('category'));
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [idOf] = useState(createSubmissionIds);
  const { register, handleSubmit, formState, watch, reset, setValue, getValues } = useForm({
    defaultValues: { name: '', email: '', category: asked.data ?? ('general' as ContactCategory), ...EMPTY },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    whoWrites().then(
      (person) => {
        if (person && !getValues('name')) setValue('name', person.name);
        if (person && !getValues('email')) setValue('email', person.email);
      },
      // Then they type them.
      () => {},
    );
  }, [getValues, setValue]);

  const submit = handleSubmit(async ({ name, email, subject, message, category, priority }) => {
    setFailure(null);
    const content: Omit<SendContact, 'id'> = {
      name: name.trim(),
      email: email.trim(),
      subject: subject.trim(),
      message: message.trim(),
      category,
      priority,
      language,
    };
    try {
      const body = { id: idOf(content), ...content };
      setReceipt(await sendAsPerson('sendOwnContact', 'sendContact', body));
      onSent?.();
    } catch (error) {
      setFailure(error);
    }
  });

  if (receipt)
    return (
      <Received
        receipt={receipt}
        email={getValues('email')}
        onAnother={() => {
          reset({ ...getValues(), ...EMPTY });
          setReceipt(null);
        }}
      />
    );
  return (
    <section className={styles.form} aria-labelledby="contact-form">
      <h2 className="title-m" id="contact-form">
        {t('contact:form.title')}
      </h2>
      <Form
        labelledBy="contact-form"
        onSubmit={submit}
        failure={
          failure !== null && (
            <>
              <strong>{t('contact:failed')}</strong> {t(`errors:${errorCode(failure)}`)} {t('contact:kept')}
            </>
          )
        }
        submit={{
          label: t('contact:form.send'),
          working: t('contact:form.sending'),
          isWorking: isSubmitting,
        }}
      >
        <div className={`stack ${styles.pair}`}>
          <TextInput
            label={t('contact:form.name')}
            autoComplete="name"
            isRequired
            problem={problemOf(errors.name)}
            {...register('name', RULES.name)}
          />
          <TextInput
            label={t('contact:form.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            isRequired
            problem={problemOf(errors.email)}
            {...register('email', RULES.email)}
          />
        </div>
        <div className={`stack ${styles.pair}`}>
          <SelectField label={t('contact:form.category')} {...register('category')}>
            <Options of={ContactCategory.options}>{(each) => t(`contact:category.${each}`)}</Options>
          </SelectField>
          <SelectField label={t('contact:form.priority')} {...register('priority')}>
            <Options of={ContactPriority.options}>{(each) => t(`contact:priority.${each}`)}</Options>
          </SelectField>
        </div>
        <TextInput
          label={t('contact:form.subject')}
          isRequired
          problem={problemOf(errors.subject)}
          {...register('subject', RULES.subject)}
        />
        <TextAreaInput
          label={t('contact:form.message')}
          rows={8}
          isRequired
          least={CONTACT_LIMITS.minMessage}
          most={CONTACT_LIMITS.maxMessage}
          length={watch('message').trim().length}
          problem={problemOf(errors.message)}
          {...register('message', RULES.message)}
        />
        <PrivacyNote />
      </Form>
    </section>
  );
}
