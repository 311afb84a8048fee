/** Calls of clients of WhatsApp's official API: what they ask of the Graph API here, and what they read of its answers. */
import { expect } from 'bun:test';
import type { GraphStage } from './graph-stage.ts';

/** A file as forms have it, before or behind the other fields. */
export interface GraphForm {
  readonly fields: readonly (readonly [name: string, value: string | Blob])[];
}

type Body = object | GraphForm;

export interface GraphCall {
  /** The client's own name for it. */
  readonly name: string;
  /** Method and path with the version; `{phone}`, `{waba}`, `{key}` and `{file}` become those of the stage. */
  readonly sends: string;
  readonly body?: Body | ((stage: GraphStage) => Body);
  /** Defaults to `header`; `query` is a token in the address alone. */
  readonly by?: 'header' | 'query';
  /** What the client reads of the answer. */
  readonly reads: unknown;
}

export interface GraphClient {
  readonly name: string;
  readonly version: string;
  readonly calls: readonly GraphCall[];
}

export function callNamed({ name: client, calls }: GraphClient, name: string): GraphCall {
  const call = calls.find((one) => one.name === name);
  if (call === undefined) throw new Error(`${client} has no call ${name}`);
  return call;
}

/** Every answer that a message was taken has these. */
export const ACCEPTED = {
  messaging_product: 'whatsapp',
  contacts: [{ input: expect.any(String), wa_id: expect.any(String) }],
  messages: [{ id: expect.any(String) }],
};
export const DONE = { success: true };

const isForm = (body: Body): body is GraphForm => 'fields' in body && Array.isArray(body.fields);

function contentOf(body: Body | undefined): RequestInit {
  if (body === undefined) return {};
  if (!isForm(body))
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  return { body: form };
}

/** Puts what the stage has for `{phone}` and the others. */
export const addressOf = (stage: GraphStage, path: string): string =>
  stage.base +
  path
    .replaceAll('{phone}', stage.phoneNumberId)
    .replaceAll('{waba}', stage.wabaId)
    .replaceAll('{key}', stage.key)
    .replaceAll('{file}', stage.fileId);

/** Asks as the client does; an answer is always JSON. */
export async function ask(stage: GraphStage, { sends, body, by = 'header' }: GraphCall) {
  const [method = '', path = ''] = sends.split(' ');
  const content = contentOf(typeof body === 'function' ? body(stage) : body);
  const headers = {
    ...content.headers,
    ...(by === 'header' && { authorization: `Bearer ${stage.key}` }),
  };
  const response = await fetch(addressOf(stage, path), { ...content, method, headers });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  return { status: response.status, answer: (await response.json()) as any };
}

/** Holds an answer against what the client reads. */
export async function holds(stage: GraphStage, call: GraphCall): Promise<void> {
  const { status, answer } = await ask(stage, call);
  expect({ status, answer }).toMatchObject({ status: 200, answer: call.reads });
}
