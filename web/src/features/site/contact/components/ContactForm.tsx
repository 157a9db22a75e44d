import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { Form } from '#components/form/Form.tsx';
import { ContactCategory, type SendContact } from '#contract/site/contact';
import type { Receipt } from '#contract/site/feedback';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { sendAsPerson } from '#lib/send-as-person';
import { createSubmissionIds } from '#lib/submission';
import styles from '../../../../components/contact/contact-form.module.css';
import { type ContactDraft, ContactFields } from './ContactFields';
import { PrivacyNote } from './PrivacyNote';
import { Received } from './Received';
import { whoWrites } from './who-writes';

const EMPTY = { subject: '', message: '', priority: 'normal' } as const;

/** A message to the operator. What was typed stays until it has been received. */
export function ContactForm({ onSent }: { readonly onSent?: () => void }) {
  const { t, language } = useTexts();
  const asked = ContactCategory.safeParse(useSearchParams()[0].get('category'));
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [idOf] = useState(createSubmissionIds);
  const form = useForm<ContactDraft>({
    defaultValues: { name: '', email: '', category: asked.data ?? 'general', ...EMPTY },
  });
  const { handleSubmit, formState, reset, setValue, getValues } = form;

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
          isWorking: formState.isSubmitting,
        }}
      >
        <ContactFields form={form} />
        <PrivacyNote />
      </Form>
    </section>
  );
}
