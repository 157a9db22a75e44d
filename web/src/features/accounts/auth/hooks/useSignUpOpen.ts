import { useEffect, useState } from 'react';

/** Whether people can sign up at the moment. As long as nobody knows they may try: the server decides. */
export function useSignUpOpen(): boolean {
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    let isShown = true;
    // Fetched here: it brings what calls of the API are made with, which signing in does without.
    import('../api/is-sign-up-open')
      .then(({ isSignUpOpen }) => isSignUpOpen())
      .then(
        (open) => isShown && setOpen(open),
        () => {},
      );
    return () => {
      isShown = false;
    };
  }, []);
  return isOpen;
}
