import type { ComponentType } from 'react';
import { loadTexts } from '#i18n/index';
import type { Namespace } from '#i18n/keys';

/** A route's page: its code and its texts, fetched together when it is first visited. */
export const page = (namespaces: readonly Namespace[], load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), loadTexts(namespaces)]);
  return { Component };
};
