/** Pages of the developer tools beside the first, in their order. */
export const DEVELOPER_AREAS = ['events', 'indexes', 'mails', 'translations'] as const;
