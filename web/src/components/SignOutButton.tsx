import { Button } from '@aws-amplify/ui-react';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useToast } from './toasts';

export function SignOutButton({ isFullWidth = false }: { readonly isFullWidth?: boolean }) {
  const { t } = useTexts();
  const { signOut } = useAuth();
  const toast = useToast();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      // The page leaves a moment after; until then the button says so.
      await signOut();
    } catch {
      setLeaving(false);
      toast({ kind: 'error', text: t('common:account.signOutError') });
    }
  };
  return (
    <Button
      onClick={() => void leave()}
      isLoading={leaving}
      loadingText={t('common:account.signingOut')}
      isFullWidth={isFullWidth}
    >
      <LogOut size={17} aria-hidden="true" />
      {t('common:account.signOut')}
    </Button>
  );
}
