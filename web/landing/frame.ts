import { LANGUAGES } from '#i18n/language-list';
import { VERSION } from '#lib/version';
import { type Html, html } from './html';
import { logo } from './logo';
import type { Texts } from './texts';

/**
 * The header of the public pages, as app/PublicLayout.tsx has it. `out` is for who has no session in this browser,
 * `in` for who has one.
 */
export function header({ t, language }: Texts): Html {
  const current = LANGUAGES.find(({ code }) => code === language);
  const pages = [
    ['/pricing', t('common:public.pricing')],
    ['/roadmap', t('common:public.roadmap')],
    ['/about', t('common:public.about')],
    ['/contact', t('common:public.contact')],
  ] as const;
  const links = html`${pages.map(([href, name]) => html`<a href="${href}">${name}</a>`)}`;
  const wayIn = html`
    <a class="out" href="/auth/login">${t('common:public.signIn')}</a>
    <a class="button small out" href="/auth/signup">${t('common:public.start')}</a>
    <a class="button small in" href="/dashboard">${t('common:nav.dashboard')}</a>`;
  return html`
    <header>
      <div class="wide">
        <a class="logo" href="/${language}" aria-label="${t('common:public.home')}">${logo()}<b>Parley</b></a>
        <nav class="pages" aria-label="${t('common:nav.label')}">${links}</nav>
        <details class="drop lang">
          <summary>${icon(LANGUAGE_ICON)}${language.toUpperCase()}<span class="vh"> (${t('common:language.label')}: ${current?.nativeName ?? ''})</span></summary>
          <ul>${LANGUAGES.map(
            ({ code, nativeName }) =>
              html`<li><a href="/${code}" lang="${code}" hreflang="${code}"${
                code === language ? html` aria-current="page"` : ''
              }>${nativeName}</a></li>`,
          )}</ul>
        </details>
        <label class="theme">${THEME_ICONS.map(icon)}<span class="vh">${t('common:theme.label')}</span><select>
          <option value="">${t('common:theme.system')}</option>
          <option value="light">${t('common:theme.light')}</option>
          <option value="dark">${t('common:theme.dark')}</option>
        </select></label>
        <p class="way">${wayIn}</p>
        <details class="drop menu">
          <summary>${icon(MENU_ICON)}<span class="vh">${t('common:public.menu')}</span></summary>
          <nav aria-label="${t('common:nav.label')}">${links}<p class="way">${wayIn}</p></nav>
        </details>
      </div>
    </header>`;
}

/** The footer of the public pages, as app/SiteFooter.tsx has it. */
export function footer({ t }: Texts): Html {
  const group = (title: string, links: readonly (readonly [string, string])[], more: Html = html``) => html`
    <div><h2>${title}</h2>${links.map(([href, name]) => html`<a href="${href}">${name}</a>`)}${more}</div>`;
  return html`
    <footer>
      <div class="wide">
        <p><span class="logo">${logo()}<b>Parley</b></span>${t('common:footer.claim')}</p>
        <nav aria-label="${t('common:footer.label')}">
          ${group(t('common:footer.product'), [
            ['/pricing', t('common:public.pricing')],
            ['/roadmap', t('common:public.roadmap')],
            ['/chat-demo', t('common:footer.demo')],
          ])}
          ${group(t('common:footer.company'), [
            ['/about', t('common:public.about')],
            ['/contact', t('common:public.contact')],
          ])}
          ${group(
            t('common:footer.legal'),
            [
              ['/impressum', t('common:footer.imprint')],
              ['/privacy', t('common:footer.privacy')],
              ['/terms', t('common:footer.terms')],
            ],
            html`<button type="button" data-consent="settings">${t('common:cookieSettings')}</button>`,
          )}
          ${group(
            t('common:footer.account'),
            [],
            html`
              <a class="out" href="/auth/login">${t('common:public.signIn')}</a>
              <a class="out" href="/auth/signup">${t('common:public.start')}</a>
              <a class="in" href="/dashboard">${t('common:nav.dashboard')}</a>
              <a class="in" href="/profile">${t('common:nav.profile')}</a>`,
          )}
        </nav>
        <small>${t('common:public.version', { version: VERSION })}</small>
      </div>
    </footer>`;
}

/** Icons of Lucide, as the other pages have them. */
const LANGUAGE_ICON = 'm5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6';
const THEME_ICONS = [
  'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 21h8M12 17v4',
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
];
const MENU_ICON = 'M4 5h16M4 12h16M4 19h16';

function icon(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
