import { Alert } from '@aws-amplify/ui-react';
import { lazy, Suspense, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Skeleton } from '#components/Loading.tsx';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import { loadTexts, useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useMedia } from '#lib/use-media';
import { useCurrentBot } from '../hooks/useBot';
import { useSettingsForm } from '../hooks/useSettingsForm';
import { type Tab, usableConfig } from '../settings';
import { SETTINGS_PAGES } from '../settings-pages';
import { SettingsSaveBar } from './SettingsSaveBar';
import { SettingsTabs } from './SettingsTabs';
import styles from './settings.module.css';

const FORM = 'settings';

/** What differs in a flow is told in the words in which it is built. */
const WORDS_OF_FLOWS = ['templates'] as const;

const ConflictNotice = lazy(async () => {
  const [part] = await Promise.all([import('./ConflictNotice'), loadTexts(WORDS_OF_FLOWS)]);
  return { default: part.ConflictNotice };
});
const Integrations = lazy(async () => ({ default: (await import('./Integrations')).Integrations }));
const Deployment = lazy(async () => {
  const [part] = await Promise.all([import('./Deployment'), loadTexts(WORDS_OF_FLOWS)]);
  return { default: part.Deployment };
});
const BotPreview = lazy(async () => ({ default: (await import('./BotPreview')).BotPreview }));
/**
 * Tabs whose settings are seen in the chat: it can be called up there where it has no room beside them. The others have it
 * only where it takes none from tables and code.
 */
const WITH_PREVIEW: readonly Tab[] = ['general', 'appearance', 'messaging', 'ai'];

/** All settings are one form in six tabs: changes in several of them are saved together. */
export function BotSettings() {
  const { t } = useTexts();
  const bot = useCurrentBot();
  const mayManage = usePermission('bots.manage');
  const settings = useSettingsForm(bot);
  const { form, tab, values, problems, isDirty, theirs, conflicts, submit } = settings;
  const { formState } = form;
  const [previewPlace, setPreviewPlace] = useState<HTMLElement | null>(null);
  const Page = SETTINGS_PAGES[tab];
  const isWide = useMedia('(min-width: 1600px)');
  const hasPreview = isWide || WITH_PREVIEW.includes(tab);
  return (
    <FormProvider {...form}>
      <UnsavedGuard unsaved={isDirty && !formState.isSubmitting} />
      <SettingsTabs tab={tab} problems={problems} />
      <div className={styles.split} data-preview={hasPreview}>
        <div className={styles.parts}>
          {tab === 'integrations' && (
            <Suspense fallback={<Skeleton label="loading:bot" lines={4} />}>
              <Integrations />
            </Suspense>
          )}
          <form
            id={FORM}
            className={styles.parts}
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
            noValidate
          >
            {!mayManage && (
              <Alert variation="info">
                {t(tab === 'integrations' ? 'bots:settings.notShown' : 'bots:settings.readOnly')}
              </Alert>
            )}
            <Suspense fallback={null}>
              {theirs && (
                <ConflictNotice
                  ref={conflicts.notice}
                  conflicts={theirs.conflicts}
                  mine={values}
                  theirs={theirs.stored}
                  onTakeTheirs={settings.takeTheirs}
                  onKeepMine={conflicts.decided}
                />
              )}
            </Suspense>
            <fieldset className={styles.parts} disabled={!mayManage}>
              <legend className="amplify-visually-hidden">{t(`bots:settings.${tab}`)}</legend>
              <Suspense fallback={<Skeleton label="loading:bot" lines={4} />}>
                <Page />
              </Suspense>
            </fieldset>
          </form>
          {tab === 'deployment' && (
            <Suspense fallback={null}>
              <Deployment />
            </Suspense>
          )}
          {/* The last of the column: in sight at whatever part of it something is changed. */}
          {mayManage && isDirty && (
            <SettingsSaveBar settings={settings} form={FORM}>
              <span ref={setPreviewPlace} className={styles.inBar} />
            </SettingsSaveBar>
          )}
        </div>
        {hasPreview && (
          <Suspense fallback={null}>
            <BotPreview bot={bot} config={usableConfig(values, settings.stored)} bar={previewPlace} />
          </Suspense>
        )}
      </div>
    </FormProvider>
  );
}
