/** Records what one connection receives and sends. */

import { randomUUID } from 'node:crypto';
import { isRecord, text } from '../../../core/providers/foreign-values.ts';
import type { Direction, RecordStanza } from '../recording/recorder.ts';
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

const TAG = /<(\/?)([^\s<>/]+)((?:\s+[^\s=<>]+='[^']*')*)\s*(\/?)>/g;
const ATTRIBUTE = /([^\s=]+)='([^']*)'/g;
const HEX = /^(?:[0-9a-f]{2})+$/;

interface OpenNode {
  readonly node: { readonly tag: string; readonly attrs: Record<string, string> };
  readonly children: BinaryNode[];
  /** Where its content begins. */
  readonly from: number;
}

/** Reads the text in which Baileys logs a stanza that it sends. Returns null when it is something else. */
export function stanzaIn(text: string): BinaryNode | null {
  const path: OpenNode[] = [];
  for (const { 0: all, 1: closes, 2: tag = '', 3: attributes, 4: isEmpty, index } of text.matchAll(
    TAG,
  )) {
    if (closes === '')
      path.push({
        node: { tag, attrs: attributesIn(attributes) },
        children: [],
        from: index + all.length,
      });
    if (closes === '' && isEmpty === '') continue;
    const ended = path.pop();
    if (ended?.node.tag !== tag) return null;
    const inner = closes === '' ? '' : text.slice(ended.from, index).trim();
    const node = { ...ended.node, ...contentOf(ended.children, inner) };
    const parent = path.at(-1);
    if (parent === undefined) return node;
    parent.children.push(node);
  }
  return null;
}

const attributesIn = (text = ''): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]),
  );

/** Baileys writes bytes as hexadecimal digits. */
function contentOf(children: BinaryNode[], inner: string): Pick<BinaryNode, 'content'> {
  if (children.length > 0) return { content: children };
  if (inner === '') return {};
  return { content: HEX.test(inner) ? Buffer.from(inner, 'hex') : inner };
}
