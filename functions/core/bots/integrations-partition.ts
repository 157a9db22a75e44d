/** Where all lies that joins a bot to its owner's own systems: the secret of identities, webhooks, deliveries. */
export function integrationsPartition({ accountId, botId }: { accountId: string; botId: string }): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#INTEGRATIONS`;
}
