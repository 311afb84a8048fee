/** WebCrypto, which Node 18 has in a module and everything else as a global. */

export async function webCrypto(): Promise<Crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  // In a variable, since bundlers for browsers would look for the module.
  const name = 'node:crypto';
  const { webcrypto } = await import(name);
  return webcrypto;
}

/** 32 hexadecimal digits that nobody else has. */
export async function randomKey(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
