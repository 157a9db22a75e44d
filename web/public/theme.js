// Before the first paint: a stored choice of theme must not flash in the other one.
try {
  const theme = localStorage.getItem('parley.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme it is.
}
