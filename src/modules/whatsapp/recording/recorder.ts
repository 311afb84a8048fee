/**
 * Writes a redacted log of stanzas into a file, one JSON line each, so that somebody with a phone can send what is
 * missing here. A file that cannot be written to is told once and stops no session.
 */

import { appendFile, stat } from 'node:fs/promises';
import { isBytes, isRecord, record, text } from '../../../core/providers/foreign-values.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import type { BinaryNode } from '../engine/surface.ts';

export type Direction = 'in' | 'out';

/** Records a stanza of a connection. Resolves with false once nothing more is recorded. Never rejects. */
export type RecordStanza = (
  connection: string,
  direction: Direction,
  stanza: BinaryNode,
) => Promise<boolean>;

interface RecorderDeps {
  readonly path: string;
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** By default `FILE_BYTES_MAX`. */
  readonly bytesMax?: number;
}

/** The file does not grow beyond this, also over several starts. */
export const FILE_BYTES_MAX = 16 * 1024 * 1024;
/** The most text that waits for the disk; further stanzas are left out. */
const WAITING_CHARACTERS_MAX = 1024 * 1024;
/** The first line of each start. */
export const RECORDING_BEGINS = { recording: 'gatehouse whatsapp 1' };

export class StanzaRecorder {
  readonly #deps: RecorderDeps;
  readonly #redactor = new Redactor();
  readonly #since: number;
  #waiting = [JSON.stringify(RECORDING_BEGINS)];
  #waitingCharacters = 0;
  #leftOut = 0;
  /** Bytes that still fit; null until the file was looked at. */
  #left: number | null = null;
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
    this.#since = deps.clock.steady();
  }

  record: RecordStanza = async (connection, direction, stanza) => {
    if (this.#isOver) return false;
    if (this.#waitingCharacters >= WAITING_CHARACTERS_MAX) {
      this.#leftOut++;
      return true;
    }
    if (this.#leftOut > 0) this.#add({ leftOut: this.#leftOut });
    this.#leftOut = 0;
    this.#add({
      at: Math.round(this.#deps.clock.steady() - this.#since),
      connection: this.#redactor.placeholder('connection', connection),
      direction,
      stanza: this.#redactor.redacted(stanza),
    });
    return true;
  };

  /** Resolves when what was recorded so far is in the file, or will not be. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #add(line: object): void {
    const text = JSON.stringify(line);
    this.#waiting.push(text);
    this.#waitingCharacters += text.length;
    if (this.#waiting.length <= 2) this.#writing = this.#writing.then(() => this.#write());
  }

  async #write(): Promise<void> {
    try {
      this.#left ??= await this.#room();
      while (this.#waiting.length > 0 && !this.#isOver) await this.#append(this.#left);
    } catch (error) {
      this.#isOver = true;
      const { path, log } = this.#deps;
      const reason = messageOf(error);
      log.error('WHATSAPP_RECORD cannot be written to: no stanzas are recorded', { path, reason });
    }
    if (this.#isOver) this.#waiting = [];
  }

  async #room(): Promise<number> {
    const { path, bytesMax = FILE_BYTES_MAX } = this.#deps;
    await appendFile(path, '', { mode: 0o600 });
    return bytesMax - (await stat(path)).size;
  }

  async #append(left: number): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    let text = '';
    for (const line of lines) {
      // Redacted stanzas are plain ASCII.
      if (text.length + line.length + 1 > left) {
        this.#isOver = true;
        break;
      }
      text += `${line}\n`;
    }
    const { path, log } = this.#deps;
    this.#left = left - text.length;
    await appendFile(path, text);
    if (!this.#isOver) return;
    log.info('the file of WHATSAPP_RECORD is full: no more stanzas are recorded', { path });
  }
}

export interface RedactedStanza {
  readonly tag: string;
  readonly attrs?: Readonly<Record<string, string>>;
  /** Absent for a stanza without content. */
  readonly content?: { readonly bytes: number } | readonly RedactedStanza[];
  /** How many further children, and children of theirs, were left out. */
  readonly leftOut?: number;
}

/** Attributes whose values are a few words of the protocol. */
const WORDS: ReadonlySet<string> = new Set(
  'addressing_mode class context decrypt-fail location mediatype mode op phase reason stage state type xmlns'.split(
    ' ',
  ),
);
/** Attributes with small numbers, such as the code of an error. */
const CODES: ReadonlySet<string> = new Set(
  'code count edit error key-index offline priority reason retry v version'.split(' '),
);
/** A name of the protocol, such as `companion_reg_refresh` or `w:profile:picture`. */
const NAME = /^[a-z][a-z0-9_:.-]{0,39}$/;
const MANY_DIGITS = /\d{3}/;
const CODE = /^\d{1,3}$/;
const FLAG = /^(true|false)$/;
const ADDRESS = /^([^@]*)@([a-z.]{1,24})$/;
/** Addresses of WhatsApp itself, which are nobody's. */
const NOBODY: ReadonlySet<string> = new Set(['', 'status']);
const DOMAINS: ReadonlySet<string> = new Set(
  's.whatsapp.net c.us lid g.us broadcast newsletter hosted hosted.lid call bot msgr'.split(' '),
);
const SERVER = 's.whatsapp.net';
const DEVICE = /:(\d{1,2})$/;
/** How many values have a placeholder of their own. */
const KNOWN_MAX = 10_000;
const NODES_MAX = 500;
const DEPTH_MAX = 16;
const ATTRIBUTES_MAX = 64;

/**
 * Takes people and secrets out of stanzas. It replaces every text that is not a known word of the protocol: an address,
 * a number or an id by a placeholder that stays the same within a recording, and content by its length in bytes.
 */
export class Redactor {
  readonly #placeholders = new Map<string, string>();

  redacted(stanza: BinaryNode): RedactedStanza {
    return this.#node(stanza, { nodes: NODES_MAX }, DEPTH_MAX);
  }

  /** Returns the placeholder of a value; placeholders are numbered by kind. */
  placeholder(kind: string, value: string): string {
    const key = `${kind} ${value}`;
    const known = this.#placeholders.get(key);
    if (known !== undefined) return known;
    if (this.#placeholders.size >= KNOWN_MAX) return `${kind}#more`;
    const placeholder = `${kind}#${this.#placeholders.size + 1}`;
    this.#placeholders.set(key, placeholder);
    return placeholder;
  }

  #node(
    { tag, attrs, content }: BinaryNode,
    left: { nodes: number },
    depth: number,
  ): RedactedStanza {
    left.nodes--;
    const entries = Object.entries(record(attrs)).slice(0, ATTRIBUTES_MAX);
    const redacted = entries.map(([name, value]) => this.#attribute(name, text(value)));
    const head = {
      tag: nameOf(tag),
      ...(redacted.length > 0 && { attrs: Object.fromEntries(redacted) }),
    };
    const rawContent: unknown = content;
    if (typeof rawContent === 'string')
      return { ...head, content: { bytes: Buffer.byteLength(rawContent) } };
    if (isBytes(rawContent)) return { ...head, content: { bytes: rawContent.length } };
    if (!Array.isArray(rawContent)) return head;
    const children: RedactedStanza[] = [];
    let leftOut = 0;
    for (const child of rawContent.filter(isRecord))
      if (left.nodes <= 0 || depth <= 1) leftOut++;
      // The cast: whatever else a child is, its parts are looked at one by one.
      else children.push(this.#node(child as unknown as BinaryNode, left, depth - 1));
    return { ...head, content: children, ...(leftOut > 0 && { leftOut }) };
  }

  #attribute(name: string, value: string): [string, string] {
    return [nameOf(name), this.#value(name, value)];
  }

  #value(name: string, value: string): string {
    if (value === '' || FLAG.test(value)) return value;
    if (WORDS.has(name) && NAME.test(value) && !MANY_DIGITS.test(value)) return value;
    if (CODES.has(name) && CODE.test(value)) return value;
    if (value === SERVER) return value;
    const [, user = '', domain = ''] = ADDRESS.exec(value) ?? [];
    if (DOMAINS.has(domain)) return `${this.#user(user)}@${domain}`;
    if (name === 'id') return this.placeholder('id', value);
    return this.placeholder(/^\d+$/.test(value) ? 'number' : 'text', value);
  }

  /** The device of an account says nothing about who it is. */
  #user(user: string): string {
    if (NOBODY.has(user)) return user;
    const device = DEVICE.exec(user)?.[0] ?? '';
    return `${this.placeholder('person', user.slice(0, user.length - device.length))}${device}`;
  }
}

const nameOf = (name: unknown): string =>
  NAME.test(text(name)) && !MANY_DIGITS.test(text(name)) ? text(name) : 'unnamed';
