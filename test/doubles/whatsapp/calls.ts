/** A call from a contact: rings, measures its way, ends. Nobody speaks. */
import { randomBytes } from 'node:crypto';
import type { Person } from './person.ts';
import { type BinaryNode, newId, nowSeconds, stanza } from './stanzas.ts';
import { linkedOf } from './writing.ts';

export interface CallOptions {
  readonly video?: boolean;
  /** Which of the caller's addresses it comes from. `pn` when absent. */
  readonly addressing?: 'pn' | 'lid';
}

export class Call {
  readonly id = randomBytes(16).toString('hex').toUpperCase();
  readonly #from: Person;
  readonly #to: Person;
  readonly #address: string;
  readonly #other: Record<string, string>;

  constructor(from: Person, to: Person, { video = false, addressing = 'pn' }: CallOptions) {
    this.#from = from;
    this.#to = to;
    this.#address = addressing === 'lid' ? from.lid : from.pn;
    this.#other = addressing === 'lid' ? { caller_pn: from.pn } : {};
    this.#send('offer', { device_class: '2013' }, [
      stanza('audio', { enc: 'opus', rate: '16000' }),
      stanza('audio', { enc: 'opus', rate: '8000' }),
      ...(video ? [stanza('video', { orientation: '0', enc: 'vp8' })] : []),
      stanza('net', { medium: '3' }),
      stanza('encopt', { keygen: '2' }),
    ]);
  }

  /** How far the relays are; the number is nested, and carries its place in a higher byte. */
  relayLatency(ms: number): void {
    const latency = `${0x2000000 + ms}`;
    this.#send('relaylatency', {}, [
      stanza('te', { latency, relay_name: 'fake1c01' }, randomBytes(6)),
    ]);
  }

  /** The caller hangs up, or WhatsApp ends it: any reason but `timeout`. */
  ends(reason?: string): void {
    this.#send('terminate', { reason });
  }

  /** Nobody picked up. */
  timesOut(): void {
    this.#send('terminate', { reason: 'timeout' });
  }

  /** Another device of the account picked up. */
  isAcceptedElsewhere(): void {
    this.#send('terminate', { reason: 'accepted_elsewhere' });
  }

  isRejectedElsewhere(): void {
    this.#send('terminate', { reason: 'rejected_elsewhere' });
  }

  /** Resolves when a linked device has rejected this call. */
  async rejected(): Promise<BinaryNode> {
    return this.#from.calls.first(({ content }) =>
      Array.isArray(content)
        ? content[0]?.tag === 'reject' && content[0].attrs['call-id'] === this.id
        : false,
    );
  }

  #send(tag: string, attributes: Record<string, string | undefined>, content: BinaryNode[] = []) {
    const about = { 'call-id': this.id, 'call-creator': this.#address, ...this.#other };
    for (const companion of linkedOf(this.#to)) {
      companion.push(
        stanza(
          'call',
          {
            from: this.#address,
            id: newId(),
            t: nowSeconds(),
            notify: this.#from.name,
            platform: 'android',
            version: '2.24.1.1',
          },
          [stanza(tag, { ...about, ...attributes }, content)],
        ),
      );
    }
  }
}
