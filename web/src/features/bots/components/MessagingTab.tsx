import { Card } from '#components/Card.tsx';
import { useTexts } from '#i18n/index';
import { BusinessHoursSetting } from './BusinessHoursSetting';
import { AreaSetting, ListSetting, NumberSetting, TextSetting, ToggleSetting } from './fields';

export function MessagingTab() {
  const { t } = useTexts();
  return (
    <>
      <Card title={t('bots:parts.messages')}>
        <div className="stack large">
          <AreaSetting field="welcomeMessage" hint={t('bots:hints.welcomeMessage')} />
          <TextSetting field="greetingMessage" hint={t('bots:hints.greetingMessage')} />
          <AreaSetting field="fallbackMessage" hint={t('bots:hints.fallbackMessage')} />
          <AreaSetting field="offlineMessage" hint={t('bots:hints.offlineMessage')} />
          <AreaSetting field="escalationMessage" hint={t('bots:hints.escalationMessage')} />
          <TextSetting field="placeholder" />
        </div>
      </Card>
      <Card title={t('bots:parts.starters')}>
        <ListSetting
          field="starterQuestions"
          entryLabel={t('bots:form.nextQuestion')}
          hint={t('bots:hints.starterQuestions')}
          max={6}
        />
      </Card>
      <Card title={t('bots:parts.behaviour')}>
        <div className="stack large">
          <ToggleSetting field="autoOpen" hint={t('bots:hints.autoOpen')} />
          <ToggleSetting field="typingIndicator" hint={t('bots:hints.typingIndicator')} />
          <NumberSetting
            field="responseDelay"
            hint={t('bots:hints.responseDelay')}
            min={0}
            max={10}
            step={0.5}
          />
          <ToggleSetting field="enableFileUpload" />
          <ToggleSetting field="enableFeedback" />
          <ToggleSetting field="collectFeedback" />
        </div>
      </Card>
      <Card title={t('bots:parts.hours')}>
        <BusinessHoursSetting />
      </Card>
    </>
  );
}
