/** Contents by their names, those that were asked for last, as many as fit into so many bytes. */
export class RecentBytes {
  private readonly kept = new Map<string, Uint8Array>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(name: string): Uint8Array | undefined {
    const content = this.kept.get(name);
    if (!content) return undefined;
    // A Map goes through its entries in the order in which they came: this one is now the last.
    this.kept.delete(name);
    this.kept.set(name, content);
    return content;
  }

  add(name: string, content: Uint8Array): void {
    this.delete(name);
    this.kept.set(name, content);
    this.bytes += content.length;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.bytes -= this.kept.get(name)?.length ?? 0;
    this.kept.delete(name);
  }
}
