import { useParams } from 'react-router-dom';
import { LinkButton } from '../../../components/LinkButton';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { config } from '../../../lib/config';
import { rootUrl } from '../../../lib/hosts';
import { AREAS, type Area } from '../areas';
import { Outlook } from './Outlook';

/** In the place of a screen that comes later: what it will do, and what can be done today. */
export function ComingPage({ area }: { readonly area: Area }) {
  const { t } = useTexts();
  return (
    <>
      <PageHeader title={t(`coming:areas.${area}.title`)} lead={t('coming:lead')} />
      <AreaOutlook area={area} />
    </>
  );
}

/** The same within a bot's pages, which have a header of their own. */
export function ComingTab({ area }: { readonly area: 'botAnalytics' }) {
  return <AreaOutlook area={area} />;
}

function AreaOutlook({ area }: { readonly area: Area }) {
  const { t } = useTexts();
  const { botId } = useParams();
  const target: string = AREAS[area];
  const path = target.startsWith('/') ? target : `/bots/${botId}/${target}`;
  return (
    <Outlook
      points={[
        t(`coming:areas.${area}.first`),
        t(`coming:areas.${area}.second`),
        t(`coming:areas.${area}.third`),
      ]}
      today={t(`coming:areas.${area}.today`)}
    >
      <LinkButton to={isPublic(path) ? rootUrl(path, config()) : path} variation="primary">
        {t(`coming:areas.${area}.action`)}
      </LinkButton>
    </Outlook>
  );
}

function isPublic(path: string): boolean {
  return path === '/roadmap' || path === '/contact';
}
