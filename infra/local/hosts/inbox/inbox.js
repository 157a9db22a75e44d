// Refreshes the list while the page is looked at. The server renders it; what is being read stays as it is.
const EVERY = 2_000;
const status = document.getElementById('status');
let busy = false;

setInterval(refresh, EVERY);
document.addEventListener('visibilitychange', refresh);

async function refresh() {
  const list = document.getElementById('list');
  if (busy || document.hidden) return;
  busy = true;
  try {
    const response = await fetch(`/api/messages?${new URLSearchParams({ to: list.dataset.to })}`);
    const { items } = await response.json();
    const { newest, count } = list.dataset;
    if ((items[0]?.id ?? '') === newest && items.length === Number(count)) return;
    await replace(list);
    if (items.length > Number(count)) status.textContent = status.dataset.new;
  } catch {
    // The application was stopped or starts again; the next round finds it.
  } finally {
    busy = false;
  }
}

async function replace(list) {
  const response = await fetch(location.href);
  // A mail that was open and has been deleted: what is on screen is all that is left of it.
  const address = response.ok ? null : '/';
  const markup = await (address ? await fetch(address) : response).text();
  const page = new DOMParser().parseFromString(markup, 'text/html');
  const focused = list.contains(document.activeElement) && document.activeElement.getAttribute('href');
  const fresh = page.getElementById('list');
  list.replaceWith(fresh);
  if (focused) fresh.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  const hint = document.querySelector('.hint');
  if (hint) hint.textContent = page.querySelector('.hint')?.textContent ?? '';
  const deletion = 'button[popovertarget="confirm"]';
  document.querySelector(deletion).disabled = page.querySelector(deletion).disabled;
}
