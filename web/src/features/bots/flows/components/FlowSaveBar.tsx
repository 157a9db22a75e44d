import { Button } from '@aws-amplify/ui-react';
import { DiscardButton } from '#features/bots/components/DiscardButton.tsx';
import { SaveBar } from '#features/bots/components/SaveBar.tsx';
import { UndecidedHint } from '#features/bots/components/UndecidedHint.tsx';
import { useTexts } from '#i18n/index';
import type { useFlowSaving } from '../use-flow-saving';

/** Saves the flow or takes its changes back, once both sides of each conflict are decided. */
export function FlowSaveBar({ saving }: { readonly saving: ReturnType<typeof useFlowSaving> }) {
  const { t } = useTexts();
  const { count, show } = saving.conflicts;
  return (
    <SaveBar
      failure={saving.failure}
      isUrgent={count > 0}
      text={count > 0 ? <UndecidedHint count={count} onShow={show} /> : t('bots:settings.unsaved')}
    >
      <DiscardButton isDisabled={saving.isSaving} onDiscard={saving.discard} />
      <Button
        variation="primary"
        isDisabled={count > 0}
        isLoading={saving.isSaving}
        loadingText={t('templates:flow.saving')}
        onClick={() => void saving.submit()}
      >
        {t('templates:flow.save')}
      </Button>
    </SaveBar>
  );
}
