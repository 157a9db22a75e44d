import { Button } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '#i18n/index';
import { avatarImage, UnreadableImage } from '#lib/avatar-image';
import { useErrorText } from '#lib/use-error-text';
import { Muted, Row } from './layout';
import styles from './PictureChooser.module.css';

/** A picture that is chosen here and made small, put in the place of another, or taken away. */
export function PictureChooser({
  label,
  hint,
  picture,
  isThere,
  upload,
  remove,
  problem = '',
  children,
}: {
  /** What the picture is of. */
  readonly label: string;
  readonly hint?: string;
  /** As it is shown now. */
  readonly picture?: ReactNode;
  readonly isThere: boolean;
  /** Takes the picture in base64. */
  readonly upload: (data: string) => Promise<unknown>;
  readonly remove: () => unknown;
  /** What is wrong with the picture that is there. */
  readonly problem?: string;
  /** Another way to a picture. */
  readonly children?: ReactNode;
}) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const chooser = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: async (file: File | null) => (file ? upload(await avatarImage(file)) : remove()),
  });
  const isUploading = change.isPending && change.variables !== null;
  const failure =
    change.error instanceof UnreadableImage
      ? t('common:picture.unreadable')
      : change.error && errorText(change.error);
  return (
    <fieldset className={`stack small ${styles.chooser}`}>
      <legend className="amplify-label">{label}</legend>
      {hint && <Muted>{hint}</Muted>}
      <Row>
        {picture}
        <input
          ref={chooser}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t('common:picture.upload')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file again is a change as well.
            target.value = '';
            if (file) change.mutate(file);
          }}
        />
        <Button
          size="small"
          isLoading={isUploading}
          loadingText={t('common:picture.working')}
          onClick={() => chooser.current?.click()}
        >
          <ImageUp size={16} aria-hidden="true" />
          {t(isThere ? 'common:picture.replace' : 'common:picture.upload')}
        </Button>
        {isThere && (
          <Button size="small" isDisabled={change.isPending} onClick={() => change.mutate(null)}>
            <X size={16} aria-hidden="true" />
            {t('common:picture.remove')}
          </Button>
        )}
      </Row>
      <p role="status" className="problem">
        {failure || problem}
      </p>
      {children}
    </fieldset>
  );
}
