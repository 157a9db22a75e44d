// Before the first paint: a chosen theme must not flash in the other one. lib/preferences.ts says where it is kept.
try {
  const theme = sessionStorage.getItem('parley.theme') ?? localStorage.getItem('parley.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  for (const name of ['density', 'motion', 'contrast', 'text']) {
    const key = `parley.display.${name}`;
    const value = sessionStorage.getItem(key) ?? localStorage.getItem(key);
    if (value && /^[a-z]+$/.test(value)) document.documentElement.dataset[name] = value;
  }
} catch {
  // Storage is blocked: the system's theme it is.
}
