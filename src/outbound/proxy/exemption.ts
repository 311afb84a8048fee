/** NO_PROXY: the runtime sends what it names past every proxy, whatever a request itself says. */

/**
 * The entry of NO_PROXY by which the runtime would reach `hostname` directly, or null. Takes more for an exemption than
 * the runtime may: a request that is refused can be mended, one that went directly cannot.
 */
export function exemptingEntry(noProxy: string, hostname: string): string | null {
  const name = hostname.toLowerCase();
  const exempts = (entry: string) =>
    entry === '*' || (plain(entry) !== '' && name.endsWith(plain(entry)));
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.find(exempts) ?? null;
}

/** Without the port, and without what stands for any name before it. */
const plain = (entry: string): string =>
  entry
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\*?\.?/, '');
