/** What an operation of the n8n node sends, and what its users read of the answer. */
import { expect } from 'bun:test';
import { ANA, ANA_JID, type Stage } from './stage.ts';

export interface NodePromise {
  /** Resource and operation, as the node calls them. */
  readonly run: string;
  /** What the user fills in beside the name of the instance. */
  readonly fills?: (stage: Stage) => Readonly<Record<string, unknown>>;
  /** Method and path, without the address. */
  readonly sends: string | ((stage: Stage) => string);
  /** Of the body that goes with it. */
  readonly with?: (stage: Stage) => unknown;
  /** What users read of the answer. */
  readonly reads?: unknown;
  /** In place of an answer: status and sentence. */
  readonly refused?: readonly [number, string];
}

export const text = expect.any(String);

/** Filled in for a message, or anything else about Ana. */
export const to = (fields: object) => () => ({ remoteJid: ANA, ...fields });

export const key = (id: string, fromMe: boolean) => ({ remoteJid: ANA_JID, fromMe, id });
