/** Sends errors that nothing else catches, from now on. First of all there is: what fails later is not missed. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error, message }) => report(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

/** Tells the operator of an error. What it takes is loaded for the first one; where that fails, nothing is told. */
export function report(error: unknown, componentStack?: string | null): void {
  import('./error-reports').then(({ reportError }) => reportError(error, componentStack)).catch(() => {});
}
