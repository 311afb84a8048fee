/** The n8n node as a client: its own code, with what its users fill in. */
import type { Client, ClientCall } from './call.ts';
import { runNode } from './n8n.ts';
import { INSTANCE, PROFILE } from './n8n-account.ts';
import { CHATS } from './n8n-chats.ts';
import { GROUPS } from './n8n-groups.ts';
import { MESSAGES } from './n8n-messages.ts';
import type { NodePromise } from './n8n-promise.ts';
import { ANA_JID } from './stage.ts';

/** What comes of it in this mode. */
function expectationOf({ reads, refused, isChoice, wrong }: NodePromise) {
  if (wrong !== undefined) return { wrong };
  return isChoice || refused === undefined ? { reads } : { refused: refused[1] };
}

function callOf(promise: NodePromise): ClientCall {
  const { run, fills = () => ({}) } = promise;
  return {
    name: run.replace('-api ', ': '),
    about: run.replace(/s?-api .*/, ''),
    ...expectationOf(promise),
    async attempt(stage) {
      const filled = { instanceName: 'shop', ...fills(stage) };
      const { output, failure } = await runNode(stage.connection, run, filled);
      const [, status, body] = /^(\d{3}) - (.*)$/s.exec(failure ?? '') ?? [];
      if (status !== undefined) return { status: Number(status), answer: JSON.parse(body ?? '') };
      if (failure !== null || output.success === false)
        throw new Error(failure ?? JSON.stringify(output));
      return { status: 200, answer: output.data };
    },
  };
}

const VERBS = ['create', 'update', 'delete', 'changeStatus'];

interface Product {
  readonly operation: string;
  /** The field that says what is done. */
  readonly field: string;
  /** What its values end in. */
  readonly name: string;
  readonly verbs: readonly string[];
  /** Those that only read. */
  readonly finds: readonly string[];
}

const FINDS = ['find', 'fetchSessions'];

const PRODUCTS: readonly Product[] = [
  { operation: 'chatwoot', field: 'Chatwoot', name: 'Chatwoot', verbs: ['set'], finds: ['find'] },
  {
    operation: 'typebot',
    field: 'Typebot',
    name: 'Typebot',
    verbs: [...VERBS, 'start'],
    finds: FINDS,
  },
  {
    operation: 'evolution-bot',
    field: 'EvolutionBot',
    name: 'EvolutionBot',
    verbs: VERBS,
    finds: FINDS,
  },
  // The node's own code loses its way in other verbs of Dify, and in all of Flowise.
  { operation: 'difyBot', field: 'DifyBot', name: 'Dify', verbs: ['delete'], finds: FINDS },
];

const IDS = { typebotId: 'b1', evolutionBotId: 'b1', difyBotId: 'b1' };
const FILLED = {
  apiKey: 'a',
  remoteJid: ANA_JID,
  status: 'paused',
  url: 'https://bot.example.com',
};

const OTHER_PRODUCTS = PRODUCTS.flatMap(({ operation, field, name, verbs, finds }) => {
  const callWith = (verb: string, filled: object, reads: unknown = null) => ({
    ...callOf({
      run: `integrations-api ${operation}`,
      fills: () => ({ ...filled, [`resourceFor${field}`]: verb + name }),
      ...{ sends: '', reads },
    }),
    name: `integrations: ${verb}${name}`,
  });
  const absent = verbs.map((verb): ClientCall => {
    const { reads: _, ...call } = callWith(verb, { ...FILLED, ...IDS });
    return { ...call, absent: 'is not built in' };
  });
  const found = finds.map((verb) =>
    callWith(verb, verb === 'find' ? {} : IDS, verb === 'find' ? null : []),
  );
  return [...found, ...absent];
});

export const N8N: Client = {
  name: 'n8n-nodes-evolution-api',
  version: '1.0.4',
  of: 'Evolution API',
  calls: [
    ...[...MESSAGES, ...CHATS, ...GROUPS, ...PROFILE].map(callOf),
    ...OTHER_PRODUCTS,
    ...INSTANCE.map(callOf),
  ],
};
