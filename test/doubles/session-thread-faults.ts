/** Loaded into a thread of WhatsApp sessions, which then goes wrong on demand. */

declare const self: Worker;

export type Fault = 'throw' | 'loop' | 'exit';

interface Order {
  readonly fault?: Fault;
  /** To be sent back: who gets it knows that everything before it has been heard and answered. */
  readonly echo?: number;
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.echo !== undefined) self.postMessage({ echo: data.echo });
  if (data.fault === 'loop') for (;;);
  if (data.fault === 'exit') process.exit(1);
  if (data.fault === 'throw') throw new Error('a fault of the library');
});
