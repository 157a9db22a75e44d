import { Button } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { DiscardButton } from '#features/bots/components/DiscardButton.tsx';
import { SaveBar } from '#features/bots/components/SaveBar.tsx';
import { UndecidedHint } from '#features/bots/components/UndecidedHint.tsx';
import { useTexts } from '#i18n/index';
import type { useSettingsForm } from '../hooks/useSettingsForm';
import { SAVE_BUTTON } from '../settings';

/** Says what keeps the changed settings from being saved, and saves them. */
export function SettingsSaveBar({
  settings: {
    form: { formState },
    problems,
    failure,
    conflicts,
    discard,
  },
  form,
  children,
}: {
  readonly settings: ReturnType<typeof useSettingsForm>;
  /** The id of the form that it saves. */
  readonly form: string;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <SaveBar
      failure={failure}
      failed={t('bots:settings.failed')}
      isUrgent={conflicts.count > 0 || problems.length > 0}
      text={
        conflicts.count > 0 ? (
          <UndecidedHint count={conflicts.count} onShow={conflicts.show} />
        ) : (
          t(problems.length > 0 ? 'bots:settings.checkForm' : 'bots:settings.unsaved')
        )
      }
    >
      {children}
      <DiscardButton onDiscard={discard} />
      <Button
        type="submit"
        form={form}
        id={SAVE_BUTTON}
        variation="primary"
        isDisabled={conflicts.count > 0}
        isLoading={formState.isSubmitting}
        loadingText={t('bots:settings.saving')}
      >
        {t('bots:settings.save')}
      </Button>
    </SaveBar>
  );
}
