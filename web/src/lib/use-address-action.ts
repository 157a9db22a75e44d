import { useLocation, useNavigate } from 'react-router-dom';

/** Whether the address asks for something to be begun on its page, as `#invite` does, and what takes that back. */
export function useAddressAction(name: string): readonly [isAsked: boolean, forget: () => void] {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = hash === `#${name}`;
  return [
    isAsked,
    () => {
      if (isAsked) void navigate({ pathname, search }, { replace: true });
    },
  ];
}
