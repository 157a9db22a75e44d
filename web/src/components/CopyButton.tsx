import { Button } from '@aws-amplify/ui-react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/index';
import { useToast } from './toasts';

export function CopyButton({
  text,
  label,
  quiet = false,
  onCopied,
}: {
  readonly text: string;
  readonly label: string;
  /** Beside something that is to be done with it. */
  readonly quiet?: boolean;
  readonly onCopied?: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      toast({ kind: 'error', text: t('common:copy.failed') });
    }
  };
  return (
    <Button {...(!quiet && { variation: 'primary' })} size="small" onClick={() => void copy()}>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      <span aria-live="polite">{copied ? t('common:copy.done') : label}</span>
    </Button>
  );
}
