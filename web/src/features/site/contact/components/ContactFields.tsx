import { SelectField } from '@aws-amplify/ui-react';
import type { UseFormReturn } from 'react-hook-form';
import { Options } from '#components/form/Options.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { CONTACT_LIMITS, ContactCategory, ContactPriority, SendContact } from '#contract/site/contact';
import { useTexts } from '#i18n/index';
import { problemOf, ruleOf } from '#lib/form-errors';
import styles from '../../../../components/contact/contact-form.module.css';

export type ContactDraft = Pick<
  SendContact,
  'name' | 'email' | 'subject' | 'message' | 'category' | 'priority'
>;

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

/** Who writes to the operator, of what, and how it is to be taken. */
export function ContactFields({
  form: {
    register,
    formState: { errors },
    watch,
  },
}: {
  readonly form: UseFormReturn<ContactDraft>;
}) {
  const { t } = useTexts();
  return (
    <>
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
    </>
  );
}
