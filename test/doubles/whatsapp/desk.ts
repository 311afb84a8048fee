/** The double driven by hand: people and their deeds over HTTP on this machine alone. Never for anything but trying out. */
import type { Server } from 'bun';
import { Authenticator } from '../authenticator.ts';
import type { Call } from './calls.ts';
import type { Group } from './groups.ts';
import type { Contact, FakeWhatsApp, Phone } from './server.ts';

type Body = Record<string, unknown>;
type DeskCommand = (desk: Desk, number: string, body: Body) => unknown;

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_CALLS = 1000;

/** By method, kind of person and deed. */
const DEEDS: Record<string, DeskCommand> = {
  'POST phones scan': (desk, number, body) =>
    desk.link(number, (phone) => phone.scan(textIn(body, 'qr'))),
  'POST phones type': (desk, number, body) =>
    desk.link(number, (phone) => phone.type(textIn(body, 'code'))),
  'POST phones passkey': (desk, number, body) => desk.usePasskey(number, textIn(body, 'url')),
  'GET phones code': (desk, number) => ({ code: desk.phone(number).shownCode }),
  'POST phones remove': (desk, number) => desk.phone(number).removeDevice(),
  'POST phones drop': (desk, number) => desk.whatsapp.drop(desk.phone(number)),
  'POST phones silence': (desk, number) => desk.whatsapp.silence(desk.phone(number)),
  'POST phones write': async (desk, number, body) => ({
    id: await desk.phone(number).writes(desk.contactIn(body), textIn(body, 'text')),
  }),
  'POST phones newsletter': (desk, number, body) =>
    desk.phone(number).joinsNewsletter({ id: textIn(body, 'id'), name: textIn(body, 'name') }),
  'GET phones received': (desk, number) => desk.phone(number).received,
  'POST contacts write': async (desk, number, body) => ({
    id: await desk.contact(number).writes(desk.target(body), { text: textIn(body, 'text') }),
  }),
  'POST contacts image': async (desk, number, body) => ({
    id: await desk
      .contact(number)
      .sendsImage(desk.target(body), Buffer.from(textIn(body, 'base64'), 'base64'), {
        mimetype: textIn(body, 'mimetype', 'image/png'),
        ...(body.caption !== undefined && { caption: textIn(body, 'caption') }),
      }),
  }),
  'POST contacts call': (desk, number, body) => desk.call(number, body),
  'POST contacts read': (desk, number, body) =>
    desk.contact(number).reads(desk.phone(textIn(body, 'to')), idsIn(body)),
  'POST contacts tap': async (desk, number, body) => ({
    id: await desk
      .contact(number)
      .taps(desk.phone(textIn(body, 'to')), textIn(body, 'id'), textIn(body, 'choice')),
  }),
  'GET contacts received': (desk, number) => desk.contact(number).received,
  'POST contacts group': (desk, number, body) => ({ jid: desk.group(number, body).jid }),
};

interface CeremonyAnswer {
  readonly publicKey?: { readonly challenge: string };
  readonly error?: unknown;
}

export class Desk {
  readonly whatsapp: FakeWhatsApp;
  readonly #hasPasskeys: boolean;
  readonly #groups = new Map<string, Group>();
  readonly #calls = new Map<string, Call>();
  #server: Server<undefined> | null = null;

  /** `hasPasskeys`: every phone asks for a passkey before it links a client. */
  constructor(whatsapp: FakeWhatsApp, { hasPasskeys = false } = {}) {
    this.whatsapp = whatsapp;
    this.#hasPasskeys = hasPasskeys;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server?.port ?? 0}`;
  }

  start(port: number): void {
    this.#server = Bun.serve({
      hostname: '127.0.0.1',
      port,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch: (request) => this.#answer(request),
    });
  }

  async stop(): Promise<void> {
    await this.#server?.stop(true);
  }

  phone(number: string): Phone {
    const phone = this.whatsapp.phone({ number, name: `Phone ${number}` });
    if (this.#hasPasskeys) phone.passkey ??= new Authenticator();
    return phone;
  }

  /** Answers when the client is linked, or was asked for a passkey: then the person has to go on. */
  link(number: string, link: (phone: Phone) => Promise<void>): Promise<unknown> {
    const phone = this.phone(number);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    phone.onPasskeyAsked = () => resolve({ asks: 'passkey' });
    link(phone).then(resolve, reject);
    return promise;
  }

  /** Plays the browser: reads the ceremony at `url`, uses the phone's passkey and hands the credential over. */
  async usePasskey(number: string, url: string): Promise<unknown> {
    const { passkey } = this.phone(number);
    if (passkey === null) throw new Error('this phone has no passkey');
    const { publicKey, error } = (await (await fetch(url)).json()) as CeremonyAnswer;
    if (!publicKey) throw new Error(`there is no such ceremony: ${JSON.stringify(error)}`);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(passkey.use(publicKey));
    const answer = await fetch(`${url}/response`, { method: 'POST', headers, body });
    return await answer.json();
  }

  contact(number: string): Contact {
    return this.whatsapp.contact({ number, name: `Contact ${number}` });
  }

  contactIn(body: Body): Contact {
    return this.contact(textIn(body, 'to'));
  }

  /** A phone by number, or a group that was made here. */
  target(body: Body): Phone | Group {
    const to = textIn(body, 'to');
    return this.#groups.get(to) ?? this.phone(to);
  }

  group(creator: string, body: Body): Group {
    const members = textIn(body, 'members').split(',');
    const group = this.contact(creator).creates({
      subject: textIn(body, 'subject'),
      members: members.map((number) => this.phone(number)),
    });
    this.#groups.set(group.jid, group);
    return group;
  }

  call(number: string, body: Body): { id: string } {
    const step = textIn(body, 'step');
    const to = textIn(body, 'to');
    const pair = `${number}>${to}`;
    if (step === 'offer') {
      if (this.#calls.size >= MAX_CALLS) this.#calls.clear();
      this.#calls.set(pair, this.contact(number).calls(this.phone(to)));
    }
    const call = this.#calls.get(pair);
    if (!call) throw new Error('nobody is ringing: offer first');
    if (step === 'relaylatency') call.relayLatency(40);
    else if (step === 'terminate') call.ends();
    else if (step === 'timeout') call.timesOut();
    else if (step !== 'offer') throw new Error('steps: offer, relaylatency, terminate, timeout');
    return { id: call.id };
  }

  async #answer(request: Request): Promise<Response> {
    // A page of somewhere else, open in the same browser, has no business here.
    if (request.headers.has('origin'))
      return Response.json({ error: 'forbidden' }, { status: 403 });
    const [kind = '', number = '', what = ''] = new URL(request.url).pathname.slice(1).split('/');
    if (kind === 'state') return Response.json(this.#state());
    const deed = DEEDS[`${request.method} ${kind} ${what}`];
    if (!deed || !/^\d{5,20}$/.test(number)) {
      return Response.json({ error: 'not found', deeds: Object.keys(DEEDS) }, { status: 404 });
    }
    try {
      const body = request.method === 'POST' ? await bodyOf(request) : {};
      return Response.json((await deed(this, number, body)) ?? { done: true });
    } catch (reason) {
      return Response.json({ error: `${reason}` }, { status: 400 });
    }
  }

  #state() {
    const { connections, unanswered, complaints } = this.whatsapp;
    return { connections, unanswered, complaints };
  }
}

async function bodyOf(request: Request): Promise<Body> {
  const text = await request.text();
  return text === '' ? {} : (JSON.parse(text) as Body);
}

function textIn(body: Body, name: string, unset?: string): string {
  const value = body[name] ?? unset;
  if (typeof value !== 'string') throw new Error(`"${name}" must be a text`);
  return value;
}

function idsIn(body: Body): string[] {
  const ids = body.messageIds;
  if (!Array.isArray(ids) || ids.length === 0) throw new Error('"messageIds" must be a list');
  return ids.map(String);
}
