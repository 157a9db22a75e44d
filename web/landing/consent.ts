import { type Html, html } from './html';
import type { Texts } from './texts';

/** Hidden until the script finds no choice: without a script nothing is stored, so there is nothing to ask. */
export function consent({ t }: Texts): Html {
  const toggle = (name: string, title: string, text: string, state: Html) => html`
    <label>
      <input type="checkbox" role="switch" name="${name}"${state}>
      <span><b>${title}</b><br>${text}</span>
    </label>`;
  return html`
    <section class="consent" aria-label="${t('consent:banner.label')}" hidden>
      <p>${t('consent:banner.text')} <a href="/privacy">${t('consent:banner.learnMore')}<span class="vh"> ${t('landing:aboutPrivacy')}</span></a> <button type="button" data-consent="settings">${t('consent:banner.settings')}</button></p>
      <p>
        <button class="button quiet small" type="button" data-consent="none">${t('consent:banner.necessaryOnly')}</button>
        <button class="button quiet small" type="button" data-consent="all">${t('consent:banner.acceptAll')}</button>
      </p>
    </section>
    <dialog aria-labelledby="consent-title">
      <form method="dialog">
        <h2 id="consent-title">${t('consent:dialog.title')}</h2>
        <button class="x" type="button" data-consent="close" aria-label="${t('consent:dialog.close')}">×</button>
        <p>${t('consent:dialog.text')}</p>
        ${toggle('necessary', t('consent:necessary.title'), t('consent:necessary.text'), html` checked disabled`)}
        ${toggle('analytics', t('consent:analytics.title'), t('consent:analytics.text'), html``)}
        ${toggle('preferences', t('consent:preferences.title'), t('consent:preferences.text'), html``)}
        <p>
          <button class="button quiet small" type="button" data-consent="save">${t('consent:dialog.save')}</button>
          <button class="button small" type="button" data-consent="all">${t('consent:dialog.acceptAll')}</button>
        </p>
      </form>
    </dialog>`;
}
