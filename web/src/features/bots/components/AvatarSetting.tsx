import { Button, TextField } from '@aws-amplify/ui-react';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { avatarImage, UnreadableImage } from '../avatar-image';
import { useCurrentBot } from '../hooks/useBot';
import { useSetting } from '../hooks/useSetting';
import styles from './settings.module.css';

/** The bot's picture: chosen here and made small, or somewhere on the web. */
export function AvatarSetting() {
  const { t } = useTexts();
  const { id: botId } = useCurrentBot();
  const { label, value, set } = useSetting('avatarUrl');
  const chooser = useRef<HTMLInputElement>(null);
  /** Where no picture was found. */
  const [missing, setMissing] = useState<string | null>(null);
  const isMissing = value !== null && value === missing;
  const upload = useMutation({
    mutationFn: async (file: File) =>
      call('uploadAvatar', { params: { botId }, body: { data: await avatarImage(file) } }),
    onSuccess: ({ url }) => set(url),
  });
  const failure =
    upload.error instanceof UnreadableImage
      ? t('bots:avatar.unreadable')
      : upload.error && t(`errors:${errorCode(upload.error)}`);
  return (
    <fieldset className={`${styles.plain} ${styles.form}`}>
      <legend className={`amplify-label ${styles.hidden}`}>{label}</legend>
      <div className={styles.list}>
        <span className="amplify-label" aria-hidden="true">
          {label}
        </span>
        <p className={styles.hint}>{t('bots:hints.avatarUrl')}</p>
      </div>
      <div className={styles.avatarRow}>
        {value && !isMissing && (
          <img
            className={styles.avatarPicture}
            src={value}
            alt={t('bots:avatar.alt')}
            onError={() => setMissing(value)}
          />
        )}
        <input
          ref={chooser}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t('bots:avatar.upload')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file again is a change as well.
            target.value = '';
            if (file) upload.mutate(file);
          }}
        />
        <Button
          size="small"
          isLoading={upload.isPending}
          loadingText={t('bots:avatar.working')}
          onClick={() => chooser.current?.click()}
        >
          <ImageUp size={16} aria-hidden="true" />
          {t(value ? 'bots:avatar.replace' : 'bots:avatar.upload')}
        </Button>
        {value && (
          <Button size="small" onClick={() => set(null)}>
            <X size={16} aria-hidden="true" />
            {t('bots:avatar.remove')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.problem}>
        {failure ?? (isMissing ? t('bots:avatar.missing') : '')}
      </p>
      <AvatarAddress label={t('bots:avatar.address')} />
    </fieldset>
  );
}

/** Where on the web the picture is. */
export function AvatarAddress({ label, hint }: { readonly label: string; readonly hint?: string }) {
  const { t } = useTexts();
  const { value, set, ref, onBlur, problem } = useSetting('avatarUrl');
  return (
    <TextField
      ref={ref}
      type="url"
      label={label}
      descriptiveText={hint}
      autoComplete="off"
      value={value ?? ''}
      onBlur={onBlur}
      onChange={({ target }) => set(target.value.trim() === '' ? null : target.value.trim())}
      hasError={problem !== undefined}
      errorMessage={problem && t('bots:avatar.badAddress')}
    />
  );
}
