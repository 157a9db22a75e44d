import { type ComponentType, lazy } from 'react';
import type { Tab } from './settings';

/** The controls of each part of the settings, in a form whose values are a bot's configuration. */
export const SETTINGS_PAGES: Readonly<Record<Tab, ComponentType>> = {
  general: lazy(async () => ({ default: (await import('./components/GeneralTab')).GeneralTab })),
  appearance: lazy(async () => ({ default: (await import('./components/AppearanceTab')).AppearanceTab })),
  messaging: lazy(async () => ({ default: (await import('./components/MessagingTab')).MessagingTab })),
  ai: lazy(async () => ({ default: (await import('./components/AiTab')).AiTab })),
  // Stands beside the form: it has forms of its own, and nothing in it waits to be saved.
  integrations: () => null,
  deployment: lazy(async () => ({ default: (await import('./components/DeploymentTab')).DeploymentTab })),
};
