/** Records what one connection receives and sends. */
import { randomUUID } from 'node:crypto';
import { isRecord, text } from '../../../core/providers/foreign-values.ts';
import type { Direction, RecordStanza } from '../recording/recorder.ts';
import { stanzaIn } from './sent-text.ts';
import type { Baileys, BinaryNode, WASocket } from './surface.ts';

type BaileysLog = NonNullable<Parameters<Baileys['makeWASocket']>[0]['logger']>;

export class ConnectionRecording {
  readonly #record: RecordStanza;
  readonly #connection = randomUUID();
  #isOver = false;

  constructor(record: RecordStanza) {
    this.#record = record;
  }

  /** Returns a log through which Baileys reports the stanzas that it sends itself. */
  log(log: BaileysLog): BaileysLog {
    const own: BaileysLog = {
      ...log,
      level: 'trace',
      child: () => own,
      trace: (fields: unknown) => {
        const { msg, xml } = isRecord(fields) ? fields : { msg: '', xml: '' };
        const stanza = msg === 'xml send' ? stanzaIn(text(xml)) : null;
        if (stanza !== null) this.#take('out', stanza);
      },
    };
    return own;
  }

  /** Records what comes, and what is encoded here instead of by Baileys. */
  follow(socket: WASocket, baileys: Pick<Baileys, 'decodeBinaryNode'>): void {
    socket.ws.on('frame', (frame: unknown) => {
      // Frames of the handshake are bytes; its keys are not recorded.
      if (isRecord(frame) && typeof frame.tag === 'string')
        this.#take('in', frame as unknown as BinaryNode);
    });
    const send = socket.sendRawMessage.bind(socket);
    socket.sendRawMessage = async (data) => {
      const sent = send(data);
      if (!this.#isOver)
        baileys.decodeBinaryNode(Buffer.from(data)).then(
          (stanza) => this.#take('out', stanza),
          () => {},
        );
      return sent;
    };
  }

  #take(direction: Direction, stanza: BinaryNode): void {
    if (this.#isOver) return;
    this.#record(this.#connection, direction, stanza).then(
      (isWanted) => {
        this.#isOver ||= !isWanted;
      },
      () => {
        this.#isOver = true;
      },
    );
  }
}
