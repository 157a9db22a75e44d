import { Outlet } from 'react-router-dom';

/** Before the auth screen. */
export function AuthGate() {
  return <Outlet />;
}
