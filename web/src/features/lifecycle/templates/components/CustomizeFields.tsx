import { TextAreaField } from '@aws-amplify/ui-react';
import type { RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextInput } from '#components/form/TextInput.tsx';
import type { Template } from '#contract/lifecycle/templates';
import { TAKEN_NAME_TEXTS } from '#features/bots/taken-name.ts';
import { useTexts } from '#i18n/index';
import { fieldErrorKey } from '#lib/form-errors';
import type { Customized } from '../customized';
import { ColourChoice } from './ColourChoice';

/** The name of the bot, that of the company, what it says first, and its colour. */
export function CustomizeFields({
  form: {
    register,
    formState: { errors },
    setValue,
    watch,
  },
  config,
  colourField,
}: {
  readonly form: UseFormReturn<Customized>;
  readonly config: Template['config'];
  readonly colourField: RefObject<HTMLInputElement | null>;
}) {
  const { t } = useTexts();
  const nameError = fieldErrorKey(errors.name, {
    too_small: 'templates:customize.nameRequired',
    too_big: 'templates:customize.nameLong',
    ...TAKEN_NAME_TEXTS,
    otherwise: 'templates:customize.nameRequired',
  });
  const companyError = fieldErrorKey(errors.companyName, { otherwise: 'templates:customize.companyLong' });
  const welcomeError = fieldErrorKey(errors.welcomeMessage, {
    too_small: 'templates:customize.welcomeRequired',
    otherwise: 'templates:customize.welcomeLong',
  });
  return (
    <>
      <TextInput
        label={t('templates:customize.name')}
        descriptiveText={t('templates:customize.nameHint')}
        isRequired
        autoComplete="off"
        problem={nameError}
        {...register('name')}
      />
      <TextInput
        label={t('templates:customize.company')}
        autoComplete="organization"
        problem={companyError}
        {...register('companyName')}
      />
      <TextAreaField
        label={t('templates:customize.welcome')}
        descriptiveText={t('templates:customize.welcomeHint')}
        rows={2}
        isRequired
        hasError={welcomeError !== null}
        errorMessage={welcomeError && t(welcomeError)}
        {...register('welcomeMessage')}
      />
      <ColourChoice
        value={watch('primaryColor')}
        own={config.primaryColor}
        text={config.secondaryColor}
        field={colourField}
        onChange={(colour) => setValue('primaryColor', colour, { shouldDirty: true })}
      />
    </>
  );
}
