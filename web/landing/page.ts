import { ALPHA } from '../../functions/contract/alpha';
import { TRIAL_DAYS } from '../../functions/contract/plans';
import { LANGUAGES } from '../src/i18n/language-list';
import { VERSION } from '../src/lib/version';
import { consent } from './consent';
import { conversation } from './conversation';
import { head, type InlineCode } from './head';
import { type Html, html, verbatim } from './html';
import { BUBBLE, logo } from './logo';
import { plans } from './plans';
import { closing, features, why } from './sections';
import type { Texts } from './texts';

/** The landing page in a language, for the address that it is found under; complete without its script. */
export function landingPage(texts: Texts, code: InlineCode, path: string): string {
  const { language, t } = texts;
  const page = html`
    <!doctype html>
    <html lang="${language}">
    ${head(texts, code, path)}
    <body>
    <a class="skip" href="#main">${t('landing:skip')}</a>
    ${alpha(texts)}
    <div class="night top">
    ${header(texts)}
    </div>
    <main id="main" tabindex="-1">
    <div class="night hero">
      <svg viewBox="7 5 18 23" aria-hidden="true"><path d="${BUBBLE}"/></svg>
      <div class="wide">
        <div>
          <h1>${t('landing:hero.title')}</h1>
          <p class="lead">${t('landing:hero.text')}</p>
          <p class="go">
            <a class="button" href="/auth/signup">${t('landing:startFree')}</a>
            <a class="button quiet" href="/chat-demo">${t('landing:hero.demo')}</a>
          </p>
          <ul class="facts">
            <li>${t('landing:hero.days', { days: TRIAL_DAYS.regular })}</li>
            <li>${t('landing:hero.card')}</li>
            <li>${t('landing:hero.minutes')}</li>
          </ul>
        </div>
        ${conversation(texts)}
      </div>
    </div>
    ${features(texts)}
    ${why(texts)}
    ${plans(texts)}
    ${closing(texts)}
    </main>
    ${footer(texts)}
    ${consent(texts)}
    <script>${verbatim(code.script)}</script>
    </body>
    </html>`;
  return page.text;
}

function alpha({ t, language }: Texts): Html {
  const discount = new Intl.NumberFormat(language, { style: 'percent' }).format(ALPHA.discountPercent / 100);
  return html`
    <aside class="alpha" aria-label="${t('common:alpha.label')}">
      <p>${t('common:alpha.text', { discount, months: ALPHA.trialMonths })} <a href="/auth/signup?alpha=true">${t(
        'landing:alpha.action',
      )}</a></p>
      <button class="x" type="button" aria-label="${t('common:alpha.dismiss')}">×</button>
    </aside>`;
}

function header({ t, language }: Texts): Html {
  const current = LANGUAGES.find(({ code }) => code === language);
  return html`
    <header class="wide">
      <a class="logo" href="/${language}" aria-label="${t('landing:home')}">${logo()}<b>Parley</b></a>
      <nav aria-label="${t('landing:nav.label')}">
        <a href="#features">${t('landing:nav.features')}</a>
        <a href="#why">${t('landing:nav.why')}</a>
        <a href="#plans">${t('landing:nav.plans')}</a>
      </nav>
      <details class="lang">
        <summary>${language.toUpperCase()}<span class="vh"> (${t('landing:language')}: ${current?.nativeName ?? ''})</span></summary>
        <ul>${LANGUAGES.map(
          ({ code, nativeName }) =>
            html`<li><a href="/${code}" lang="${code}" hreflang="${code}"${
              code === language ? html` aria-current="page"` : ''
            }>${nativeName}</a></li>`,
        )}</ul>
      </details>
      <a href="/auth/login">${t('landing:signIn')}</a>
      <a class="button small" href="/auth/signup">${t('landing:start')}</a>
    </header>`;
}

function footer({ t }: Texts): Html {
  const links = [
    ['/auth/login', t('landing:signIn')],
    ['/auth/signup', t('landing:start')],
    ['/chat-demo', t('landing:demo')],
    ['/pricing', t('landing:foot.pricing')],
    ['/roadmap', t('landing:foot.roadmap')],
    ['/about', t('landing:foot.about')],
    ['/contact', t('landing:foot.contact')],
    ['/impressum', t('landing:foot.imprint')],
    ['/privacy', t('landing:foot.privacy')],
    ['/terms', t('landing:foot.terms')],
  ] as const;
  return html`
    <footer class="night">
      <div class="wide">
        <p class="logo">${logo()}<b>Parley</b></p>
        <nav aria-label="${t('landing:foot.label')}">
          ${links.map(([href, name]) => html`<a href="${href}">${name}</a>`)}
          <button type="button" data-consent="settings">${t('common:cookieSettings')}</button>
        </nav>
        <label>${t('common:theme.label')} <select>
            <option value="">${t('common:theme.system')}</option>
            <option value="light">${t('common:theme.light')}</option>
            <option value="dark">${t('common:theme.dark')}</option>
          </select>
        </label>
        <p>${t('landing:foot.version', { version: VERSION })}</p>
      </div>
    </footer>`;
}
