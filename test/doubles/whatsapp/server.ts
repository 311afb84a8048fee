/** A WhatsApp of one's own on 127.0.0.1: the chat server, its phones and contacts, and every fault a test can order. */
import type { Server } from 'bun';
import type { Companion } from './companion.ts';
import { Connection } from './connection.ts';
import { Contact, type ContactOptions } from './contact.ts';
import * as faults from './faults.ts';
import type { MediaHost } from './media-host.ts';
import { Phone, type PhoneOptions } from './phone.ts';
import { makePki, type Pki } from './pki.ts';
import type { MessageAnswer } from './post.ts';
import { handOver, type LoginRefusal, Session } from './session.ts';
import type { BinaryNode } from './stanzas.ts';
import { World } from './world.ts';

export type { Call } from './calls.ts';
export type { Contact, ContactOptions, Content } from './contact.ts';
export type { Garbage, StreamError } from './faults.ts';
export type { Group, GroupOptions } from './groups.ts';
export type { Media, MediaFault } from './media-messages.ts';
export type { Newsletter } from './newsletters.ts';
export type { Phone, PhoneOptions } from './phone.ts';
export type { ReadMessage } from './reading.ts';
export type { WritingOptions } from './writing.ts';

export interface FakeWhatsAppOptions {
  /** A free one when absent. */
  readonly port?: number;
}

const HOST = '127.0.0.1';
const PATH = '/ws/chat';
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Seconds; the longest that the server allows. */
const IDLE_LIMIT_S = 960;

interface Visit {
  connection: Connection | null;
}

/** Listens when it resolves. */
export async function startFakeWhatsApp(options: FakeWhatsAppOptions = {}): Promise<FakeWhatsApp> {
  const whatsapp = new FakeWhatsApp();
  whatsapp.media.start();
  whatsapp.comeBack(options.port ?? 0);
  return whatsapp;
}

/** One authority for every server of this process, as at WhatsApp: its signatures take 15 ms. */
let pki: Pki | undefined;
function commonPki(): Pki {
  pki ??= makePki();
  return pki;
}

export class FakeWhatsApp {
  /** A client version that this server takes, for tests that must name one. */
  readonly version: [number, number, number] = [2, 3000, 1043857760];
  /** Answers every WebSocket upgrade with this HTTP status instead; null for normal service. */
  upgradeRefusal: number | null = null;
  /** Takes new connections and never says a word to them. */
  ignoresNewcomers = false;
  /** How connections ended, the latest last: 1000 by a closing frame, 1006 without one. */
  readonly closeCodes: number[] = [];
  readonly #world = new World();
  readonly #pki = commonPki();
  readonly #session = new Session(this.#world);
  readonly #phones = new Map<string, Phone>();
  readonly #contacts = new Map<string, Contact>();
  #server: Server<Visit> | null = null;
  #port = 0;

  /** Where clients connect. */
  get url(): string {
    return `ws://${HOST}:${this.#port}${PATH}`;
  }

  get port(): number {
    return this.#port;
  }

  /** 32 bytes in hexadecimal: what the client must take for WhatsApp's root key. */
  get rootPublicKey(): string {
    return Buffer.from(this.#pki.rootPublicKey).toString('hex');
  }

  /** The media server: `host` (host and port) and `ca` (PEM), and its faults. */
  get media(): MediaHost {
    return this.#world.media;
  }

  /** What phones do when a client finds media gone. `uploads` unless a test says otherwise. */
  get reuploads() {
    return this.#world.reuploads;
  }

  /** Queries that had no answer here; a test can demand that it is empty. */
  get unanswered(): readonly string[] {
    return this.#world.unanswered;
  }

  /** What clients did against the protocol; a test can demand that it is empty. */
  get complaints(): readonly string[] {
    return this.#world.complaints;
  }

  /** How many clients are connected, linked or not. */
  get connections(): number {
    return this.#world.connections.size;
  }

  /** How many logins brought along the routing bytes that the server had given out. */
  get returningWithRouting(): number {
    return this.#session.returningWithRouting;
  }

  /** How many logins found an older connection of the same device, which was told so and sees 440. */
  get replaced(): number {
    return this.#session.replaced;
  }

  /** Stanzas of connections that another login of their device had replaced. */
  get saidAfterReplaced(): number {
    return this.#session.saidAfterReplaced;
  }

  /** An account's phone. The same number again is the same phone, whatever else is said of it. */
  phone(options: PhoneOptions): Phone {
    const phone = this.#phones.get(options.number) ?? new Phone(this.#world, options);
    this.#phones.set(options.number, phone);
    return phone;
  }

  /** As with phones, the same number again is the same contact. */
  contact(options: ContactOptions): Contact {
    const contact = this.#contacts.get(options.number) ?? new Contact(this.#world, options);
    this.#contacts.set(options.number, contact);
    return contact;
  }

  /** The first stanza from one of the account's devices that fits, past or to come. */
  async hears(phone: Phone, fits: (node: BinaryNode) => boolean): Promise<BinaryNode> {
    const { node } = await this.#world.heard.first(
      (heard) => heard.from.person === phone.person && fits(heard.node),
    );
    return node;
  }

  /** Calls `listen` with every stanza that a linked device sends from now on. */
  hearsEach(listen: (from: Companion, node: BinaryNode) => void): void {
    this.#world.heard.each(({ from, node }) => listen(from, node));
  }

  /** Cuts the connections of the account's devices, without a word. The client sees 428. */
  drop(phone: Phone): void {
    for (const connection of this.#of(phone)) connection.drop();
  }

  /** Says and hears nothing more on the account's present connections. The client's keep-alive sees 408. */
  silence(phone: Phone): void {
    for (const connection of this.#of(phone)) connection.silent = true;
  }

  /** Whether anything has come from the account since it was silenced. */
  hasIgnored(phone: Phone): boolean {
    return this.#of(phone).some(({ ignored }) => ignored > 0);
  }

  /** Ends the account's connections with this word. Nothing else changes: it can log in again. */
  streamError(phone: Phone, error: faults.StreamError): void {
    for (const connection of this.#of(phone)) connection.send(faults.streamErrorOf(error));
  }

  /**
   * Refuses logins with this reason (401, 403, 405...): those of one account, or everyone's and every
   * registration. Null for normal service.
   */
  refuseLogins(reason: LoginRefusal | null, phone?: Phone): void {
    if (!phone) this.#session.refusal = reason;
    else if (reason === null) this.#session.refusals.delete(phone.person);
    else this.#session.refusals.set(phone.person, reason);
  }

  /** Refuses clients that claim an older version of the web client with 405; null for normal service. */
  set oldestVersion(version: readonly number[] | null) {
    this.#session.oldestVersion = version;
  }

  /** Tells new clients these stanzas, one after the other, instead of offering codes; null for normal service. */
  set replayed(stanzas: readonly BinaryNode[] | null) {
    this.#session.replayed = stanzas;
  }

  /** Tells the account's devices these stanzas. */
  replayTo(phone: Phone, stanzas: readonly BinaryNode[]): void {
    for (const connection of this.#of(phone)) for (const node of stanzas) connection.send(node);
  }

  /** Acknowledges messages with this error (479...) and delivers none of them; null for normal service. */
  refuseMessages(error: number | null): void {
    this.answerMessages(() => error);
  }

  /** Asked for each message what becomes of it. */
  answerMessages(answer: (message: BinaryNode) => MessageAnswer): void {
    this.#world.post.answer = answer;
  }

  /** Whether accounts may open new chats, for whoever asks. */
  /** What accounts say about themselves. */
  get abouts() {
    return this.#world.abouts;
  }

  get newChatLock() {
    return this.#world.newChatLock;
  }

  /** Tells the account's devices whether they may open new chats. */
  announceNewChatLock(phone: Phone): void {
    for (const connection of this.#of(phone)) connection.send(this.newChatLock.notification());
  }

  /** False: a client is linked with the first QR code that a phone reads, as before August 2026. */
  set voidsSecrets(isAsked: boolean) {
    this.#world.pairing.voidsSecrets = isAsked;
  }

  /** Notifies every client about its linking. Rejects when one does not acknowledge it. */
  async notifyAll(type: string, content: BinaryNode): Promise<void> {
    for (const connection of this.#world.connections)
      await this.#world.pairing.notify(connection, type, content);
  }

  /** The reference of the newest typed code for this number. */
  async codeRefOf(number: string): Promise<Buffer> {
    return (await this.#world.codes.waiting(number)).ref;
  }

  /** Refuses typed codes with this error (429...); null for normal service. */
  set codeRefusal(error: number | null) {
    this.#world.codes.refusal = error;
  }

  /** False: a client that was linked is not told to come again. */
  set hangsUpAfterPairing(hangsUp: boolean) {
    this.#world.pairing.hangsUp = hangsUp;
  }

  /** Every channel, and what goes wrong with them. */
  get newsletters() {
    return this.#world.newsletters;
  }

  /** The passkey gate of phones that have a passkey. */
  get passkeys() {
    return this.#world.passkeys;
  }

  /** Every group, what was asked about them, and what goes wrong. */
  get groups() {
    return this.#world.groups;
  }

  /** Refuses to say anything about groups, until told otherwise. */
  refuseGroupQuestions(isRefused: boolean): void {
    this.#world.groups.isSilent = isRefused;
  }

  /**
   * True: clients hear that some of their one-time keys are here already, and make a handful instead of 812.
   * It takes most of the time out of a pairing; for tests that are about something else.
   */
  set makesPairingShort(isShort: boolean) {
    this.#world.claimedPreKeys = isShort ? 1 : 0;
  }

  /**
   * True: nobody gets the keys of others, so that a client cannot seal what it is about to send to somebody new. What
   * was asked meanwhile stays without an answer.
   */
  set withholdsKeys(isWithheld: boolean) {
    this.#world.withholdsKeys = isWithheld;
  }

  /** How much of what waited devices get when they connect; the rest comes with `handOver`. Undefined: all. */
  set handedOverFirst(count: number | undefined) {
    this.#world.handedOverFirst = count;
  }

  /** True: devices are never told that all that waited was handed over. */
  set concealsEnd(isConcealed: boolean) {
    this.#world.concealsEnd = isConcealed;
  }

  /** Gives the account's devices that have got the first of it the rest of what waited. */
  handOver(phone: Phone): void {
    const { concealsEnd } = this.#world;
    for (const companion of phone.devices)
      if (companion.isPartlyCaughtUp)
        handOver(companion, { handedOverFirst: undefined, concealsEnd });
  }

  garbage(phone: Phone, kind: faults.Garbage): void {
    for (const connection of this.#of(phone)) faults.sendGarbage(connection, kind);
  }

  /** A stanza of at least this many bytes; a frame holds no more than 16 MiB. */
  oversized(phone: Phone, bytes: number): void {
    for (const connection of this.#of(phone)) faults.sendOversized(connection, bytes);
  }

  /** Cuts everyone and listens no more. Accounts stay, and so does the port. */
  async goDown(): Promise<void> {
    await this.#server?.stop(true);
    this.#server = null;
  }

  /** Listens again, on the same port. */
  comeBack(port = this.#port): void {
    this.#server = Bun.serve<Visit>({
      hostname: HOST,
      port,
      fetch: (request, server) => this.#enter(request, server),
      websocket: {
        maxPayloadLength: MAX_MESSAGE_BYTES,
        idleTimeout: IDLE_LIMIT_S,
        open: (socket) => {
          const connection = new Connection(socket, this.#pki, this.#session);
          connection.silent = this.ignoresNewcomers;
          socket.data.connection = connection;
          this.#world.connections.add(connection);
        },
        message: (socket, data) => socket.data.connection?.receive(Buffer.from(data)),
        close: (socket, code) => {
          this.closeCodes.push(code);
          socket.data.connection?.ended();
        },
      },
    });
    this.#port = this.#server.port ?? 0;
  }

  /** The end: nothing listens, nothing is kept. */
  async stop(): Promise<void> {
    await this.goDown();
    await this.media.stop();
    for (const person of this.#world.directory.all()) person.close();
  }

  #of(phone: Phone): Connection[] {
    return phone.devices.flatMap(({ connection }) => (connection ? [connection] : []));
  }

  #enter(request: Request, server: Server<Visit>): Response | undefined {
    if (this.upgradeRefusal !== null) return new Response(null, { status: this.upgradeRefusal });
    if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 });
    if (server.upgrade(request, { data: { connection: null } })) return undefined;
    return new Response('a WebSocket is spoken here', { status: 426 });
  }
}
