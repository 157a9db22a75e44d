import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client';
import type { Identity } from '#lib/session/auth';
import { AppShell } from './AppShell';
import { AuthProvider } from './AuthProvider';
import { LiveProvider } from './LiveProvider';
import { ProofProvider } from './ProofProvider';

/** What every page of a signed-in person has around it. */
export function SignedInFrame({ identity }: { readonly identity: Identity }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider identity={identity}>
        <LiveProvider>
          <ProofProvider>
            <AppShell />
          </ProofProvider>
        </LiveProvider>
      </AuthProvider>
    </QueryClientProvider>
  );
}
