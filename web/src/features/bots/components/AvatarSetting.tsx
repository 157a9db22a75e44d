import { TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { PictureChooser } from '#components/PictureChooser.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useCurrentBot } from '../hooks/useBot';
import { useSetting } from '../hooks/useSetting';
import styles from './settings.module.css';

/** The bot's picture: chosen here and made small, or somewhere on the web. */
export function AvatarSetting() {
  const { t } = useTexts();
  const { id: botId } = useCurrentBot();
  const { label, value, set } = useSetting('avatarUrl');
  /** Where no picture was found. */
  const [missing, setMissing] = useState<string | null>(null);
  const isMissing = value !== null && value === missing;
  return (
    <PictureChooser
      label={label}
      hint={t('bots:hints.avatarUrl')}
      picture={
        value &&
        !isMissing && (
          <img
            className={styles.avatarPicture}
            src={value}
            alt={t('bots:avatar.alt')}
            onError={() => setMissing(value)}
          />
        )
      }
      isThere={value !== null}
      upload={async (data) => set((await call('uploadAvatar', { params: { botId }, body: { data } })).url)}
      remove={() => set(null)}
      problem={isMissing ? t('bots:avatar.missing') : ''}
    >
      <AvatarAddress label={t('bots:avatar.address')} />
    </PictureChooser>
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
