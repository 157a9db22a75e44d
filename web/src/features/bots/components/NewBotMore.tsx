import { Card } from '#components/Card.tsx';
import { useTexts } from '#i18n/index';
import { AvatarAddress } from './AvatarSetting';
import { AreaSetting, Pair, ToggleSetting } from './fields';
import { CategorySetting, TimezoneSetting, VisibilitySetting } from './general-settings';

/** What the first step of creating a bot leaves out of its general settings. */
export function NewBotMore() {
  const { t } = useTexts();
  return (
    <Card title={t('bots:new.about')}>
      <div className="stack large">
        <AreaSetting field="description" hint={t('bots:hints.description')} />
        <Pair>
          <CategorySetting />
          <TimezoneSetting />
        </Pair>
        <VisibilitySetting />
        {/* A file belongs to a bot that is there. */}
        <AvatarAddress label={t('bots:new.avatar')} hint={t('bots:new.avatarHint')} />
        <ToggleSetting field="analyticsEnabled" hint={t('bots:hints.analyticsEnabled')} />
      </div>
    </Card>
  );
}
