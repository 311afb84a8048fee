/** Texts through the service in a process of its own: from WhatsApp to a receiver, and through the API to WhatsApp. */
import type { BenchReceiver } from './receiver.ts';
import { startAppProcess } from './whatsapp-app.ts';
import { type BenchWhatsApp, CONTACTS, inParallel, type Order, textOf } from './whatsapp-server.ts';

export interface Rate {
  readonly perSecond: number;
  /** Processor ms of the process with all threads, for one message. */
  readonly cpuMs: number;
}

interface MeasuredProcess {
  processorSeconds(): number;
}

/** `count` texts a burst. */
export async function startTexts(whatsapp: BenchWhatsApp, receiver: BenchReceiver, count: number) {
  const app = await startAppProcess(whatsapp);

  const sealAndRelease = async (phone: string) => {
    await whatsapp.order({ do: 'seal', phone, count: CONTACTS.length });
    await whatsapp.order({ do: 'release', phone });
  };

  async function measure(
    { processorSeconds }: MeasuredProcess,
    work: () => Promise<unknown>,
  ): Promise<Rate> {
    const cpu = processorSeconds();
    const from = performance.now();
    await work();
    const seconds = (performance.now() - from) / 1_000;
    return { perSecond: count / seconds, cpuMs: ((processorSeconds() - cpu) * 1_000) / count };
  }

  /** Texts to these phones, from the sockets' first byte to the last message at the counter. */
  async function burst(
    who: MeasuredProcess,
    to: readonly string[],
    counted: () => Promise<unknown>,
  ): Promise<Rate> {
    const each = (order: (phone: string) => Order) =>
      Promise.all(to.map((phone) => whatsapp.order(order(phone))));
    await each((phone) => ({ do: 'seal', phone, count: count / to.length }));
    let released: Promise<unknown> = Promise.resolve();
    const rate = await measure(who, () => {
      const all = counted();
      released = each((phone) => ({ do: 'release', phone }));
      return all;
    });
    await released;
    return rate;
  }

  return {
    app,
    sealAndRelease,
    measure,
    burst,
    /** A conversation of both sides with every contact, so that no message opens a session. */
    async link(phone: string): Promise<void> {
      const name = `texts-${phone}`;
      await receiver.reset();
      await app.create(name, receiver.url);
      await whatsapp.order({ do: 'link', phone, code: await app.code(name) });
      await app.opened(name);
      await sealAndRelease(phone);
      await receiver.arrived(CONTACTS.length);
      for (const number of CONTACTS)
        await app.call('POST', `/message/sendText/${name}`, { number, text: 'hello' });
    },
    async receive(phones: readonly string[]): Promise<Rate> {
      await receiver.reset();
      return burst(app, phones, () => receiver.arrived(count));
    },
    /** 64 at once, until the platform has confirmed them all. */
    send: (phones: readonly string[]): Promise<Rate> =>
      measure(app, async () => {
        await inParallel(count, (index) =>
          app.call('POST', `/message/sendText/texts-${phones[index % phones.length]}`, {
            number: CONTACTS[Math.floor(index / phones.length) % CONTACTS.length],
            text: textOf(index),
          }),
        );
        await app.confirmed();
      }),
  };
}
