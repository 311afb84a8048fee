/**
 * The WhatsApp of the tests in a process of its own, so that its memory and its work are not counted as the service's.
 * Started by `startWhatsApp`.
 */
import type { Companion } from '../test/doubles/whatsapp/companion.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../test/doubles/whatsapp/server.ts';
import { obeyOrders, startOrderProcess } from './order-process.ts';

export interface WhatsAppAddress {
  readonly url: string;
  readonly rootPublicKey: string;
  readonly version: [number, number, number];
}

export type Order =
  /** The phone scans the code; with `greeting` a contact writes as soon as the device is linked. */
  | { readonly do: 'link'; readonly phone: string; readonly code: string; readonly greeting?: true }
  /** Contacts write `count` texts in turn; they leave at `release` and not before. */
  | { readonly do: 'seal'; readonly phone: string; readonly count: number }
  | { readonly do: 'release'; readonly phone: string }
  /** A contact makes groups of the phone and other contacts. */
  | {
      readonly do: 'groups';
      readonly phone: string;
      readonly count: number;
      readonly members: number;
    }
  /** Answers once this many devices have logged in and taken all that was for them. */
  | { readonly do: 'settled'; readonly devices: number };

interface StartCommand {
  readonly do: 'start';
}

export interface BenchWhatsApp extends WhatsAppAddress {
  order(order: Order): Promise<void>;
  stop(): void;
}

/** Who writes, in turn. */
export const CONTACTS = Array.from({ length: 50 }, (_, index) => `5511888880${100 + index}`);

/** A text of about 90 characters. */
export const textOf = (index: number): string => `text ${index} ${'x'.repeat(80)}`;

const AT_ONCE = 64;

/** Does `act` with 0 to `count - 1`, 64 at once. */
export async function inParallel(
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

export async function startWhatsApp(): Promise<BenchWhatsApp> {
  const { child, order } = startOrderProcess<Order | StartCommand>(import.meta.path);
  const address = (await order({ do: 'start' })) as WhatsAppAddress;
  return {
    ...address,
    order: async (one) => void (await order(one)),
    stop: () => child.kill(),
  };
}

const phoneOf = (whatsapp: FakeWhatsApp, number: string) =>
  whatsapp.phone({ number, name: `Phone ${number}` });

const contactOf = (whatsapp: FakeWhatsApp, index: number) => {
  const number = CONTACTS[index % CONTACTS.length] ?? '';
  return whatsapp.contact({ number, name: `Contact ${number}` });
};

/** `members` counts everybody, the phone too. */
function makeGroups(
  whatsapp: FakeWhatsApp,
  { phone, count, members }: Extract<Order, { readonly do: 'groups' }>,
): void {
  const others = Array.from({ length: members - 1 }, (_, index) =>
    whatsapp.contact({ number: `55117${1_000_000 + index}`, name: `Member ${index}` }),
  );
  const [creator] = others;
  for (let index = 0; index < count; index++) {
    creator?.creates({
      subject: `Group ${index}`,
      members: [phoneOf(whatsapp, phone), ...others],
    });
  }
}

/** Sealed messages of each device that wait for `release`. */
const held = new Map<Companion, (() => void)[]>();

async function obey(whatsapp: FakeWhatsApp, order: Order): Promise<void> {
  switch (order.do) {
    case 'link': {
      const phone = phoneOf(whatsapp, order.phone);
      await phone.scan(order.code);
      if (order.greeting) await contactOf(whatsapp, 0).writes(phone, { text: 'welcome' });
      return;
    }
    case 'seal': {
      const phone = phoneOf(whatsapp, order.phone);
      for (const device of phone.devices) hold(device);
      for (let index = 0; index < order.count; index++) {
        await contactOf(whatsapp, index).writes(phone, { text: textOf(index) });
      }
      return;
    }
    case 'release':
      for (const device of phoneOf(whatsapp, order.phone).devices) release(device);
      return;
    case 'groups':
      makeGroups(whatsapp, order);
      return;
    case 'settled':
      while (!isSettled(whatsapp, order.devices)) await Bun.sleep(20);
  }
}

function hold(device: Companion): void {
  const { connection } = device;
  if (!connection) throw new Error('the device is not connected');
  const messages: (() => void)[] = [];
  const send = connection.send.bind(connection);
  held.set(device, messages);
  connection.send = (node) => {
    if (node.tag === 'message' && held.has(device)) messages.push(() => send(node));
    else send(node);
  };
}

function release(device: Companion): void {
  const messages = held.get(device) ?? [];
  held.delete(device);
  for (const send of messages) send();
}

const seen = new Set<string>();

function isSettled(whatsapp: FakeWhatsApp, devices: number): boolean {
  const linked = [...seen].flatMap((number) => phoneOf(whatsapp, number).devices);
  const here = linked.filter(({ connection, pending }) => connection !== null && pending === 0);
  return here.length >= devices;
}

function serve(): void {
  // The client's own cipher prints each session that it replaces.
  console.info = () => {};
  const starting = startFakeWhatsApp();
  obeyOrders<Order | StartCommand>(async (order) => {
    const whatsapp = await starting;
    const { url, rootPublicKey, version } = whatsapp;
    // Nothing is measured there, and an order names only the first code.
    whatsapp.voidsSecrets = false;
    if (order.do === 'start') return { url, rootPublicKey, version };
    if ('phone' in order) seen.add(order.phone);
    await obey(whatsapp, order);
    const [complaint] = [...whatsapp.complaints, ...whatsapp.unanswered];
    if (complaint !== undefined) throw new Error(complaint);
  });
}

if (import.meta.main) serve();
