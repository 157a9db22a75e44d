import { RequireRole } from './RequireRole';

/** Pages for administrators of the platform. */
export function AdminsOnly() {
  return <RequireRole roles={['admin']} words="adminRequired" />;
}
