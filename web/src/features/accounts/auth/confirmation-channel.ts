/**
 * Between windows of one browser: the one that signed up still has the password in its memory, where alone it is
 * kept, so it can sign in once the other has confirmed the address.
 */
const CHANNEL = 'parley.auth.confirmation';
/** A window that waits says at once that it is there. */
const REPLY_MS = 800;
const SIGN_IN_MS = 15_000;

interface Message {
  readonly kind: 'confirmed' | 'signing-in' | 'signed-in' | 'failed';
  readonly username: string;
}

/** Has the window that waits for this sign-up sign in; false when there is none, or it can't. */
export function signInWhereWaiting(username: string): Promise<boolean> {
  if (typeof BroadcastChannel === 'undefined') return Promise.resolve(false);
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    let timer = setTimeout(() => resolve(false), REPLY_MS);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.username !== username) return;
      clearTimeout(timer);
      if (data.kind === 'signing-in') timer = setTimeout(() => resolve(false), SIGN_IN_MS);
      else resolve(data.kind === 'signed-in');
    };
    channel.postMessage({ kind: 'confirmed', username } satisfies Message);
  }).finally(() => channel.close());
}

/** Calls back once another window has confirmed this sign-up, and tells it how that went. */
export function onConfirmed(username: string, signIn: () => Promise<void>): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  const say = (kind: Message['kind']) => channel.postMessage({ kind, username } satisfies Message);
  let answering: Promise<void> | undefined;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (answering || data.username !== username || data.kind !== 'confirmed') return;
    say('signing-in');
    answering = signIn().then(
      () => say('signed-in'),
      () => {
        say('failed');
        answering = undefined;
      },
    );
  };
  // Signing in leaves the page that listens; the other window is answered all the same.
  return () => void Promise.resolve(answering).then(() => channel.close());
}
