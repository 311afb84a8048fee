/** An address that drops what asks for a connection, like a host behind a firewall or one that is switched off. */
import { dlopen } from 'bun:ffi';
import { connect } from 'node:net';

const { symbols: system } = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  listen: { args: ['i32', 'i32'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
});

const AF_INET = 2;
const SOCK_STREAM = 1;

/**
 * Listens at an IPv4 address without ever accepting. The queue has one place, which a connection of its own takes: from
 * then on Linux drops every SYN. Returns what ends it.
 */
export async function silentAddress(address: string, port: number): Promise<() => void> {
  const place = new Uint8Array(16);
  new Uint16Array(place.buffer)[0] = AF_INET;
  place.set([port >> 8, port & 255, ...address.split('.').map(Number)], 2);
  const listener = system.socket(AF_INET, SOCK_STREAM, 0);
  if (system.bind(listener, place, place.byteLength) !== 0 || system.listen(listener, 0) !== 0)
    throw new Error(`${address}:${port} is taken`);
  const first = connect({ host: address, port });
  await new Promise<void>((resolve, reject) => {
    first.once('connect', resolve).once('error', reject);
  });
  return () => {
    system.close(listener);
    first.destroy();
  };
}
