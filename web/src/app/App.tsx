import { useMemo } from 'react';
import { RouterProvider } from 'react-router-dom';
import { ToastProvider } from '#components/toasts.tsx';
import { config } from '#lib/config';
import { hostMode } from '#lib/hosts';
import { createAppRouter } from './router';

export function App() {
  const router = useMemo(() => createAppRouter(hostMode(location.origin, config())), []);
  return (
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  );
}
