import { Card } from '#components/Card.tsx';
import { isWholeEnding } from '#contract/bots/site-host';
import { useTexts } from '#i18n/index';
import { ListSetting } from './fields';

export function DeploymentTab() {
  const { t } = useTexts();
  return (
    <Card title={t('bots:parts.domains')}>
      <ListSetting
        field="allowedDomains"
        entryLabel={t('bots:form.nextWebsite')}
        hint={t('bots:hints.allowedDomains')}
        max={50}
        clean={hostOf}
        problemOf={(entry) => (isWholeEnding(entry) ? t('bots:form.wholeEnding') : undefined)}
      />
    </Card>
  );
}

/** Of a whole address, as it is copied from the browser, only the host counts. */
function hostOf(entry: string): string {
  return entry
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '');
}
