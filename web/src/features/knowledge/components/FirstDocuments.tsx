import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#components/EmptyState.tsx';
import { Muted, Stack } from '#components/layout.tsx';
import { MAX_DOCUMENT_BYTES } from '#contract/knowledge/documents';
import { formatBytes } from '#i18n/format';
import { useTexts } from '#i18n/index';

/** What a bot without documents is asked for. */
export function FirstDocuments({ ways }: { readonly ways: ReactNode }) {
  const { t, language } = useTexts();
  return (
    <EmptyState
      icon={<FileUp size={26} />}
      title={t('knowledge:upload.firstTitle')}
      heading="h2"
      action={
        <Stack>
          {ways}
          <Muted>{t('knowledge:upload.accepted', { size: formatBytes(MAX_DOCUMENT_BYTES, language) })}</Muted>
        </Stack>
      }
    >
      {t('knowledge:upload.firstText')}
    </EmptyState>
  );
}
