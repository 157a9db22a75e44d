/** A storage of the browser's shape, whose keys are its own properties. */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(storage, key) ? String(storage[key]) : null),
    setItem: (key: string, value: string) => {
      storage[key] = value;
    },
    removeItem: (key: string) => {
      delete storage[key];
    },
  };
  const storage = Object.assign(Object.create(methods) as Storage, initial);
  return storage;
}
