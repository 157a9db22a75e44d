import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { addressOf } from './addresses';

const IdentityProperties = z.object({ EmailIdentity: z.string().min(1) });

/** Addresses and domains that mail may come from. All of the template's count as verified. */
export class Identities {
  private readonly names: ReadonlySet<string>;

  constructor(resources: readonly Resource[]) {
    this.names = new Set(
      resources.map(({ properties }) => IdentityProperties.parse(properties).EmailIdentity.toLowerCase()),
    );
  }

  /** The identity that covers a sender: its address, its domain, or a domain above. */
  covering(mailbox: string): string | undefined {
    const address = addressOf(mailbox)?.toLowerCase();
    if (address === undefined) return undefined;
    const labels = address.slice(address.indexOf('@') + 1).split('.');
    const domains = labels.map((_, index) => labels.slice(index).join('.'));
    return [address, ...domains].find((name) => this.names.has(name));
  }
}
