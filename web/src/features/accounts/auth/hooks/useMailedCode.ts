import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type MailedCode, parseMailedCode } from '../mailed-code';

/**
 * The code of the link that led here. It is taken out of the address at once, so that it isn't shared or kept with
 * it; the history entry keeps it, since phones load a page anew after a visit to the password manager.
 */
export function useMailedCode(): MailedCode | null {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const kept = ((state ?? {}) as { readonly mailed?: MailedCode }).mailed ?? null;
  const [code, setCode] = useState(() => (hash ? parseMailedCode(hash) : kept));
  // Another link in the same window changes the fragment only, and loads nothing.
  useLayoutEffect(() => {
    if (!hash) return;
    const mailed = parseMailedCode(hash);
    setCode(mailed);
    navigate(pathname + search, { replace: true, state: { mailed } });
  }, [hash, pathname, search, navigate]);
  return code;
}
