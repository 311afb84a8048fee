/** Linking a client to an account: references for QR codes, the phone's word for the client, the client's proof. */
import { randomBytes } from 'node:crypto';
import { until } from '../../helpers/until.ts';
import { flawIn, vouch } from './adv.ts';
import { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { Inbox } from './inbox.ts';
import type { Person } from './person.ts';
import { at, type BinaryNode, bytesAt, newId, nowSeconds, SERVER, stanza } from './stanzas.ts';
import type { World } from './world.ts';

const REFS = 6;
const QR_PREFIX = 'https://wa.me/settings/linked_devices#';

export interface LinkRequest {
  readonly connection: Connection;
  /** The client's identity key. */
  readonly identity: Buffer;
  /** What the client's `adv` secret is: from the QR, or agreed by code. */
  readonly secret: Buffer;
  readonly platform: string;
  readonly businessName: string | null;
}

/** What a phone reads from a QR code. */
export interface ReadCode {
  readonly connection: Connection;
  readonly identity: Buffer;
  readonly secret: Buffer;
}

/** Returns the text of the QR code that a client has on its screen now, or null while it makes another. */
export type Screen = () => string | null | Promise<string | null>;

export class Pairing {
  readonly #world: World;
  /** Declares the secret of a client void once a phone has read it, so that only the next code links it. */
  voidsSecrets = true;
  /** The secrets that were declared void, of connections on which that was done. */
  readonly #voided = new Map<Connection, Set<string>>();
  readonly #acknowledged = new Inbox<{ connection: Connection; id: string }>(
    'the acknowledgement that a secret is void',
  );
  /** Ends the connection that a client was linked on, so that it logs in on another. */
  hangsUp = true;
  /** Which connection shows a reference; gone with the connection. */
  readonly #refs = new Map<string, Connection>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Gives an unlinked client the references it makes its QR codes of. */
  offer(connection: Connection): void {
    const refs = Array.from({ length: REFS }, () => `2@${randomBytes(48).toString('base64')}`);
    for (const ref of refs) this.#refs.set(ref, connection);
    const content = refs.map((ref) => stanza('ref', {}, ref));
    const id = newId();
    connection.send(
      stanza('iq', { from: SERVER, type: 'set', id, xmlns: 'md' }, [
        stanza('pair-device', {}, content),
      ]),
    );
  }

  forget(connection: Connection): void {
    for (const [ref, shownBy] of this.#refs) if (shownBy === connection) this.#refs.delete(ref);
    this.#voided.delete(connection);
  }

  acknowledged(connection: Connection, id = ''): void {
    this.#acknowledged.push({ connection, id });
  }

  /** Tells the client that its secret is void. Rejects when the client does not acknowledge it. */
  voidSecret(connection: Connection, child = 'companion_reg_refresh'): Promise<void> {
    return this.notify(connection, 'companion_reg_refresh', stanza(child));
  }

  /** Sends a notification. Rejects when the client does not acknowledge it. */
  async notify(connection: Connection, type: string, content: BinaryNode): Promise<void> {
    const id = newId();
    const attrs = { from: SERVER, type, id, t: nowSeconds() };
    connection.send(stanza('notification', attrs, [content]));
    await this.#acknowledged.first((one) => one.connection === connection && one.id === id);
  }

  /**
   * What the phone links the client with. When the secret that it has read is void, or is declared void now, the phone
   * has to read the next code: from `screen`, or else the person is told to.
   */
  async linkable(read: ReadCode, screen: Screen | null): Promise<ReadCode> {
    const { connection } = read;
    const voided = this.#voided.get(connection) ?? new Set();
    const isFirst = this.voidsSecrets && voided.size === 0;
    if (isFirst) {
      voided.add(read.secret.toString('base64'));
      this.#voided.set(connection, voided);
      await this.voidSecret(connection);
    }
    const isVoid = ({ secret }: ReadCode) => voided.has(secret.toString('base64'));
    if (!isVoid(read)) return read;
    if (screen === null)
      throw new Error("couldn't link device: read the code that the client shows now");
    let next = read;
    await until('another code on the screen', async () => {
      const shown = await screen();
      if (shown === null) return false;
      next = this.readCode(shown);
      return !isVoid(next);
    });
    return next;
  }

  /** What a phone learns from a QR code. Throws when no waiting client shows it, or it is not that client's. */
  readCode(text: string): ReadCode {
    const parts = text.startsWith(QR_PREFIX) ? text.slice(QR_PREFIX.length).split(',') : [];
    const [ref = '', noise = '', identity = '', adv = ''] = parts;
    if (parts.length < 4) throw new Error('this is no code of a linked device');
    const connection = this.#refs.get(ref);
    if (!connection?.finish) throw new Error('this code is no longer shown by anyone');
    const bytes = [noise, identity, adv].map((part) => Buffer.from(part, 'base64'));
    const [noiseKey, identityKey, secret] = bytes as [Buffer, Buffer, Buffer];
    if (!noiseKey.equals(connection.finish.noiseKey)) throw new Error("another client's noise key");
    if (!identityKey.equals(registeredIdentity(connection))) throw new Error('another identity');
    return { connection, identity: identityKey, secret };
  }

  /** The phone vouches, the client answers with its proof, the account has a new device. */
  async link(person: Person, linking: LinkRequest): Promise<Companion> {
    const { connection, identity } = linking;
    const device = person.nextDevice++;
    const sealed = vouch(person.signal, identity, linking.secret, device);
    const { jid, lid } = addresses(person, device);
    const answer = await connection.ask(
      stanza('iq', { from: SERVER, type: 'set', id: newId(), xmlns: 'md', t: nowSeconds() }, [
        stanza('pair-success', {}, [
          stanza('device-identity', {}, sealed),
          ...(linking.businessName ? [stanza('biz', { name: linking.businessName })] : []),
          stanza('platform', { name: linking.platform }),
          stanza('device', { jid, lid }),
        ]),
      ]),
    );
    const proof = bytesAt(answer, 'pair-device-sign', 'device-identity');
    const flaw = flawIn(proof, person.signal.identity, identity);
    if (flaw) {
      this.#world.complain(`pairing: ${flaw}`);
      connection.drop();
      throw new Error(flaw);
    }
    if (at(answer, 'pair-device-sign', 'device-identity')?.attrs['key-index'] !== `${device}`) {
      this.#world.complain('pairing: another key index');
    }
    this.forget(connection);
    const companion = new Companion(person, registrationOf(connection, device));
    person.companions.set(device, companion);
    if (this.hangsUp) connection.send(stanza('stream:error', { code: '515' }));
    return companion;
  }
}

const addresses = (person: Person, device: number) => ({
  jid: `${person.number}:${device}@${SERVER}`,
  lid: `${person.lidUser}:${device}@lid`,
});

export function registeredIdentity(connection: Connection): Buffer {
  const identity = connection.finish?.payload.devicePairingData?.eIdent;
  if (!identity) throw new Error('this client did not come to be linked');
  return Buffer.from(identity);
}

function registrationOf(connection: Connection, device: number) {
  const data = connection.finish?.payload.devicePairingData;
  if (!connection.finish || !data?.eRegid || !data.eSkeyId || !data.eSkeyVal || !data.eSkeySig) {
    throw new Error('the client registered without its keys');
  }
  return {
    device,
    keyIndex: device,
    noiseKey: connection.finish.noiseKey,
    identity: registeredIdentity(connection),
    registrationId: Buffer.from(data.eRegid).readUInt32BE(0),
    signedPreKey: {
      id: Buffer.from(data.eSkeyId).readUIntBE(0, 3),
      value: data.eSkeyVal,
      signature: data.eSkeySig,
    },
  };
}
