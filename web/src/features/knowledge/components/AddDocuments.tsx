import { Button } from '@aws-amplify/ui-react';
import { PenLine, Upload } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Row } from '#components/layout.tsx';
import { ACCEPTED_EXTENSIONS } from '#features/knowledge/uploads.ts';
import { useTexts } from '#i18n/index';
import { useAddressAction } from '#lib/use-address-action';

const FaqDialog = lazy(async () => ({ default: (await import('./FaqDialog')).FaqDialog }));

/** The two ways in: files, and what stands in none, a question and what is answered to it. */
export function AddDocuments({
  botId,
  categories,
  onFiles,
}: {
  readonly botId: string;
  readonly categories: readonly string[];
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTexts();
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isWriting, setWriting] = useState(false);
  const [isAsked, forget] = useAddressAction('upload');
  useEffect(() => {
    if (isAsked) button.current?.focus();
  }, [isAsked]);
  return (
    <Row>
      {/* In its place also on a phone: floating, it would cover the rows that this page is read for. */}
      <Button
        ref={button}
        variation="primary"
        onClick={() => {
          forget();
          picker.current?.click();
        }}
      >
        <Upload size={18} aria-hidden="true" />
        {t('knowledge:upload.choose')}
      </Button>
      <Button onClick={() => setWriting(true)}>
        <PenLine size={18} aria-hidden="true" />
        {t('knowledge:faq.write')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_EXTENSIONS.join(',')}
        aria-label={t('knowledge:upload.choose')}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          // The same file chosen again is a change again.
          event.target.value = '';
        }}
      />
      <Suspense fallback={null}>
        {isWriting && <FaqDialog botId={botId} categories={categories} onClose={() => setWriting(false)} />}
      </Suspense>
    </Row>
  );
}
