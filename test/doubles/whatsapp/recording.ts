/** Reads a file of WHATSAPP_RECORD, and makes stanzas again of what it holds: with nobody's addresses and contents. */
import type { RedactedStanza } from '../../../src/modules/whatsapp/recording/recorder.ts';
import { type BinaryNode, SERVER } from './stanzas.ts';

export interface RecordedStanza {
  readonly at: number;
  readonly connection: string;
  readonly direction: 'in' | 'out';
  readonly stanza: RedactedStanza;
}

export interface Recording {
  readonly stanzas: readonly RecordedStanza[];
  /** What is wrong with lines, which are left out. */
  readonly problems: readonly string[];
}

const CONTENT_BYTES_MAX = 1024 * 1024;
const DEPTH_MAX = 32;
const PLACEHOLDER = /^([a-z]+)#(\d+|more)(:\d+)?(@.+)?$/;

type Fields = Readonly<Record<string, unknown>>;

export function readRecording(text: string): Recording {
  const stanzas: RecordedStanza[] = [];
  const problems: string[] = [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) problems.push('the file is empty');
  else if (!lines[0]?.startsWith('{"recording":"gatehouse whatsapp 1"'))
    problems.push('line 1: no recording begins here');
  let last = 0;
  for (const [index, line] of lines.entries()) {
    const read = lineOf(line);
    if (typeof read === 'string') problems.push(`line ${index + 1}: ${read}`);
    else if (read === null) last = 0;
    else if (read.at < last) problems.push(`line ${index + 1}: it is before the line above it`);
    else {
      last = read.at;
      stanzas.push(read);
    }
  }
  return { stanzas, problems };
}

/** Returns what is wrong, or null for a line that holds no stanza. */
function lineOf(line: string): RecordedStanza | string | null {
  let fields: Fields;
  try {
    fields = JSON.parse(line);
  } catch {
    return 'it is cut off, or no JSON';
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return 'no object';
  if ('recording' in fields || 'leftOut' in fields) return null;
  const { at, connection, direction, stanza } = fields;
  if (typeof at !== 'number' || at < 0) return 'at is no time';
  if (typeof connection !== 'string') return 'it names no connection';
  if (direction !== 'in' && direction !== 'out') return 'direction is neither in nor out';
  const flaw = flawIn(stanza, DEPTH_MAX);
  if (flaw !== null) return flaw;
  return { at, connection, direction, stanza: stanza as RedactedStanza };
}

function flawIn(stanza: unknown, depth: number): string | null {
  if (depth === 0) return 'it is nested too deep';
  if (typeof stanza !== 'object' || stanza === null) return 'it has no stanza';
  const { tag, attrs = {}, content = [] } = stanza as Fields;
  if (typeof tag !== 'string' || tag === '') return 'a node has no tag';
  if (typeof attrs !== 'object' || attrs === null) return `attributes of ${tag} are no object`;
  if (Object.values(attrs).some((value) => typeof value !== 'string'))
    return `an attribute of ${tag} is no text`;
  if (Array.isArray(content))
    return content.map((one) => flawIn(one, depth - 1)).find((flaw) => flaw !== null) ?? null;
  const { bytes } = (content ?? {}) as Fields;
  const isLength = Number.isInteger(bytes) && Number(bytes) >= 0;
  if (!isLength) return `the content of ${tag} has no length`;
  return Number(bytes) > CONTENT_BYTES_MAX ? `the content of ${tag} is too long` : null;
}

/** What WhatsApp said on the first of the recorded connections, or on all. */
export const receivedIn = ({ stanzas }: Recording, which: 'first' | 'all'): BinaryNode[] => {
  const of = stanzas[0]?.connection;
  return stanzas
    .filter(
      ({ direction, connection }) => direction === 'in' && (which === 'all' || connection === of),
    )
    .map(({ stanza }) => inflated(stanza));
};

/** Fills in what was taken out: placeholders become numbers, lengths become letters. */
export function inflated({ tag, attrs = {}, content }: RedactedStanza): BinaryNode {
  const filled = Object.entries(attrs).map(([name, value]) => [name, filledIn(value)]);
  return {
    tag,
    attrs: Object.fromEntries(filled),
    ...(content !== undefined && {
      content: 'bytes' in content ? lettersOf(tag, content.bytes) : content.map(inflated),
    }),
  };
}

function filledIn(value: string): string {
  const [, kind = '', number = '', device = '', domain = ''] = PLACEHOLDER.exec(value) ?? [];
  if (kind === 'person') return `${5_511_000_000_000 + (Number(number) || 0)}${device}${domain}`;
  if (kind === 'number') return `${1_700_000_000 + (Number(number) || 0)}`;
  return kind === '' || value === SERVER ? value : `${kind.toUpperCase()}${number}`;
}

let lastLetters = 0;

/** References of codes must differ from each other. */
function lettersOf(tag: string, bytes: number): Uint8Array {
  const text = `${tag === 'ref' ? '2@' : ''}${++lastLetters}`;
  return Buffer.from(text.padEnd(bytes, 'A').slice(0, bytes));
}
