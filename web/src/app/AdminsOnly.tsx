import { Outlet } from 'react-router-dom';

/** For admins of the platform. */
export function AdminsOnly() {
  return <Outlet />;
}
