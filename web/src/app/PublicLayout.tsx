import { Outlet } from 'react-router-dom';
import { LanguageSwitch } from '../components/LanguageSwitch';
import { Logo } from '../components/Logo';
import { useTexts } from '../i18n';
import { config } from '../lib/config';
import { rootUrl } from '../lib/hosts';

/** Frame of the public pages. */
export function PublicLayout() {
  const { t } = useTexts();
  return (
    <>
      <header>
        <a href={rootUrl('/', config())}>
          <Logo />
        </a>
        <a href={rootUrl('/auth/login', config())}>{t('common:public.signIn')}</a>
        <LanguageSwitch compact />
      </header>
      <main>
        <Outlet />
      </main>
    </>
  );
}
