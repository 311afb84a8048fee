/** NO_PROXY: the runtime bypasses every proxy for the hosts that it names, whatever a request says. */

/**
 * Returns the entry of NO_PROXY for which the runtime would reach `hostname` directly, or null. It matches more than
 * the runtime may: a refused request can be corrected, one that went out directly cannot.
 */
export function exemptingEntry(noProxy: string, hostname: string): string | null {
  const name = hostname.toLowerCase();
  const exempts = (entry: string) =>
    entry === '*' || (plain(entry) !== '' && name.endsWith(plain(entry)));
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.find(exempts) ?? null;
}

/** Removes the port, and the wildcard before the name. */
const plain = (entry: string): string =>
  entry
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\*?\.?/, '');
