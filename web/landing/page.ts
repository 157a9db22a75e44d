import { ALPHA } from '#contract/accounts/alpha';
import { TRIAL_DAYS } from '#contract/accounts/plans';
import { directionOf } from '#contract/base/languages';
import { consent } from './consent';
import { conversation } from './conversation';
import { footer, header } from './frame';
import { head, type InlineCode } from './head';
import { type Html, html, verbatim } from './html';
import { BUBBLE } from './logo';
import { plans } from './plans';
import { closing, features, start, why } from './sections';
import type { Texts } from './texts';

/** The landing page in a language, for the address that it is found under; complete without its script. */
export function landingPage(texts: Texts, code: InlineCode, path: string): string {
  const { language, t } = texts;
  const page = html`
    <!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
    ${head(texts, code, path)}
    <body>
    <a class="skip" href="#main">${t('landing:skip')}</a>
    ${header(texts)}
    ${alpha(texts)}
    <main id="main" tabindex="-1">
    <div class="night hero">
      <svg viewBox="7 5 18 23" aria-hidden="true"><path d="${BUBBLE}"/></svg>
      <div class="wide">
        <div>
          <h1>${t('landing:hero.title')}</h1>
          <p class="lead">${t('landing:hero.text')}</p>
          <p class="go">
            ${start(texts)}
            <a class="button quiet" href="/chat-demo">${t('landing:hero.demo')}</a>
          </p>
          <ul class="facts out">
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
      <p>${t('common:alpha.text', { discount, months: ALPHA.trialMonths })} <a class="out" href="/auth/signup?alpha=true">${t(
        'landing:alpha.action',
      )}</a></p>
      <button class="x" type="button" aria-label="${t('common:alpha.dismiss')}">×</button>
    </aside>`;
}
