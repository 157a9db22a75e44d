import styles from './ErrorScreen.module.css';

/** Shown when not even the texts could be loaded, so it brings both languages itself. */
export function StartFailed() {
  return (
    <main className={`centred ${styles.screen}`}>
      <h1>Parley</h1>
      <p lang="en">Unable to connect to the server. Please check your internet connection.</p>
      <p lang="de">Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung.</p>
      <button
        type="button"
        className="amplify-button amplify-button--primary"
        onClick={() => location.reload()}
      >
        Try again · Erneut versuchen
      </button>
    </main>
  );
}
