// Before the first paint: a chosen theme must not flash in the other one. lib/preferences.ts says where it is kept.
try {
  const theme = sessionStorage.getItem('parley.theme') ?? localStorage.getItem('parley.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme it is.
}
