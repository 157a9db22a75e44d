import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type MailedCode, parseMailedCode } from '../mailed-code';

/** The code of the link that led here, taken out of the address so that it isn't shared or kept with it. */
export function useMailedCode(): MailedCode | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [code] = useState(() => parseMailedCode(hash));
  useEffect(() => {
    if (hash) navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return code;
}
