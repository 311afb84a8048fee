/**
 * Writes a redacted log of stanzas into a file, one JSON line each, so that somebody with a phone can send what is
 * missing here. A file that cannot be written to is told once and stops no session.
 */
import { appendFile, stat } from 'node:fs/promises';
import type { Clock } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { Redactor } from './redactor.ts';

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
