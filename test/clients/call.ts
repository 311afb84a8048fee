/** Calls of clients: what they send, what they read of the answer, and what is known to be refused or wrong. */
import { expect } from 'bun:test';
import type { Stage } from './stage.ts';

/** What a call came to. */
export interface Attempt {
  readonly status: number;
  readonly answer: unknown;
}

export interface ClientCall {
  /** The client's own name for it. */
  readonly name: string;
  /** What it is about: the first part of its path, such as `message`. */
  readonly about: string;
  attempt(stage: Stage): Promise<Attempt>;
  /** What the client reads of the answer; absent: only that it succeeded. */
  readonly reads?: unknown;
  /** Refused here: a part of the sentence that is answered. */
  readonly refused?: string;
  /** It is about another product, such as Chatwoot, which is not here: a part of the sentence that is answered. */
  readonly absent?: string;
  /** The system that it is made for would not do it either: why. */
  readonly wrong?: string;
}

/** A client, with its calls in an order in which a person could make them. */
export interface Client {
  readonly name: string;
  readonly version: string;
  /** What it is a client of; failures have the form of that system. */
  readonly of: 'Evolution API' | 'Evolution Go';
  readonly calls: readonly ClientCall[];
  /** What it takes for a failure although the status says success. */
  readonly mistrusts?: (answer: unknown) => boolean;
}

/** A list in which there is one with these fields. */
export const listWith = (fields: object): unknown =>
  expect.arrayContaining([expect.objectContaining(fields)]);

type Key = 'global' | 'instance' | null;

/** A file as forms have it: `text/plain` for every text, and a type that says nothing for the file. */
export interface Form {
  readonly form: Readonly<Record<string, string>>;
  readonly file: Uint8Array;
}
type Body = object | Form | ((stage: Stage) => object | Form) | undefined;

interface Request {
  /** Method and path; `{group}`, `{inviteCode}` and `{instanceId}` stand for those of the stage. */
  readonly sends: string;
  readonly body: Body;
  readonly by?: Key;
}

/** Makes the calls of a client whose requests are written down; `decorate` adds what it sends with every request. */
export function callsOf(
  by: Key = 'global',
  decorate: (request: { sends: string; body: object | undefined }) => Omit<Request, 'by'> = (one) =>
    one,
) {
  const made = (
    name: string,
    sends: string,
    body: Body,
    rest: Partial<ClientCall>,
  ): ClientCall => ({
    name,
    about: sends.split('/')[1] ?? '',
    ...rest,
    attempt(stage) {
      const said = typeof body === 'function' ? body(stage) : body;
      return send(stage, { ...decorate({ sends, body: said }), by });
    },
  });
  return {
    works: (name: string, sends: string, body?: Body, reads?: unknown) =>
      made(name, sends, body, { reads }),
    refused: (name: string, sends: string, body: Body, refused: string) =>
      made(name, sends, body, { refused }),
    absent: (name: string, sends: string, body?: Body) =>
      made(name, sends, body, { absent: 'is not built in' }),
    wrong: (name: string, sends: string, body: Body, wrong: string) =>
      made(name, sends, body, { wrong }),
  };
}

async function send(stage: Stage, { sends, body, by }: Request): Promise<Attempt> {
  const [method = '', path = ''] = sends
    .replace('{group}', encodeURIComponent(stage.group))
    .replace('{inviteCode}', stage.inviteCode)
    .replace('{instanceId}', stage.instanceId)
    .split(' ');
  const { url, apikey } = stage.connection;
  const key = by === 'instance' ? stage.instanceKey : apikey;
  const content = contentOf(typeof body === 'function' ? body(stage) : body);
  const headers = { ...(by !== null && { apikey: key }), ...content.headers };
  const response = await fetch(url + path, { method, headers, ...content.sent });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
}

function contentOf(body: object | undefined): {
  headers: object;
  sent: { body?: Uint8Array | string };
} {
  if (body === undefined) return { headers: {}, sent: {} };
  if (!('form' in body && 'file' in body))
    return {
      headers: { 'content-type': 'application/json' },
      sent: { body: JSON.stringify(body) },
    };
  const { form, file } = body as Form;
  const boundary = 'f0e1d2c3b4a5';
  const part = (head: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: ${type}\r\n\r\n`;
  const texts = Object.entries(form).map(
    ([name, value]) => `${part(`name="${name}"`, 'text/plain')}${value}\r\n`,
  );
  const head = part('name="file"; filename="file"', 'application/octet-stream');
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    sent: {
      body: Buffer.concat([
        Buffer.from(texts.join('') + head),
        file,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    },
  };
}

/**
 * The sentence of a failure, in the form that clients of the system read; null: the answer has none. Clients of
 * Evolution Go read a text, but on the paths that both systems have.
 */
function sentenceIn(answer: unknown, of: Client['of']): string | null {
  const failure = answer as { error?: unknown; response?: { message?: unknown[] } };
  const [first] = failure?.response?.message ?? [];
  if (first !== undefined) return typeof first === 'string' ? first : JSON.stringify(first);
  return of === 'Evolution Go' && typeof failure?.error === 'string' ? failure.error : null;
}

export interface Outcome {
  readonly kind: 'works' | 'refused' | 'absent' | 'wrong';
  readonly status: number;
  /** Why not, empty for what works: as it is answered, or why the call is wrong in itself. */
  readonly why: string;
}

/** Holds what a call came to against what is known of it. */
export function judge(client: Client, call: ClientCall, { status, answer }: Attempt): Outcome {
  const { reads, refused, absent, wrong } = call;
  const isSuccess = status < 300 && !client.mistrusts?.(answer);
  const sentence = isSuccess ? null : sentenceIn(answer, client.of);
  expect(status).toBeLessThan(500);
  const known = refused ?? absent;
  if (wrong !== undefined) {
    expect({ isSuccess, answer }).toMatchObject({ isSuccess: false });
    return { kind: 'wrong', status, why: wrong };
  }
  if (known !== undefined) {
    expect({ isSuccess, sentence }).toEqual({
      isSuccess: false,
      sentence: expect.stringContaining(known),
    });
    const kind = absent === undefined ? 'refused' : 'absent';
    return { kind, status, why: sentence ?? '' };
  }
  expect({ status, isSuccess, answer }).toMatchObject({ isSuccess: true });
  if (reads !== undefined) expect({ answer }).toMatchObject({ answer: reads });
  return { kind: 'works', status, why: '' };
}
