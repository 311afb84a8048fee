/** Names of fields: the CRM writes them in snake case, what both zones show is written once, in camel case. */
export const camelCased = <T>(record: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_[a-z]/g, (letter) => letter.charAt(1).toUpperCase()),
      value,
    ]),
  ) as T;

export const snakeName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
