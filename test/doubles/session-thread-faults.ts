/** Loaded into a thread of WhatsApp sessions, which then goes wrong on demand. */

declare const self: Worker;

export type Fault = 'throw' | 'reject' | 'loop' | 'exit';

interface Order {
  readonly fault?: Fault;
  /** To be sent back: who gets it knows that everything before it has been heard and answered. */
  readonly echo?: number;
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.echo !== undefined) self.postMessage({ echo: data.echo });
  if (data.fault === 'loop') for (;;);
  if (data.fault === 'exit') process.exit(1);
  if (data.fault === 'throw') throw new TypeError('a fault of a session');
  if (data.fault === 'reject') void Promise.reject(new TypeError('a fault of a session'));
});
