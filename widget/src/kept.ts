/** What this browser keeps of a conversation, so that the next page or visit can go on with it. */
export interface Kept {
  /** When something was last said; NaN of what an earlier widget kept. */
  readonly at: number;
  readonly token: string;
  /** A person has it: she may write while the visitor is on another page. */
  readonly isWithPerson: boolean;
}

/** Under a key of the page's storage; null keeps nothing. Storage may be forbidden: then it lasts as long as the page. */
export function createKept(key: string | null) {
  const using = <T>(use: (storage: Storage, key: string) => T): T | undefined => {
    try {
      return key === null ? undefined : use(localStorage, key);
    } catch {
      return undefined;
    }
  };
  return {
    read(): Kept | undefined {
      const parts = using((storage, name) => storage.getItem(name)?.split(' '));
      if (!parts) return undefined;
      const [at = '', token = at, mark] = parts;
      return { at: token === at ? Number.NaN : Number(at), token, isWithPerson: mark !== undefined };
    },
    write(token: string, isWithPerson: boolean) {
      using((storage, name) => storage.setItem(name, `${Date.now()} ${token}${isWithPerson ? ' p' : ''}`));
    },
    forget() {
      using((storage, name) => storage.removeItem(name));
    },
  };
}
