/** `trigger EVENT`: makes an event happen, in the sandbox or as a sample. */

import type { EventType } from '../../../core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../core/events/contract/event-names.ts';
import { EXIT } from '../../../core/process/refusal.ts';
import { didYouMean } from '../../../core/shared/nearest.ts';
import { type Run, UsageFault } from '../command.ts';
import { type Gateway, gatewayOf } from '../gateway.ts';
import type { Terminal } from '../terminal.ts';

/** Requests to the sandbox that cause an event other than by publishing it: the end of the path, and the body. */
const ORDERS: { readonly [T in EventType]?: readonly [path: string, body: object] } = {
  Message: [
    'message',
    { kind: 'text', from: '5511888880000', text: 'Hello from gatehouse trigger' },
  ],
  LoggedOut: ['remove', {}],
};

export const run: Run = async (words, terminal) => {
  const type = typeIn(words.operands[0] ?? '');
  const gateway = await gatewayOf(words, terminal);
  const { instanceName, provider } = await gateway.instance(words);
  if (provider !== 'sandbox' || words.isOn('sample'))
    return sendSample(gateway, instanceName, type, terminal);
  const name = encodeURIComponent(instanceName);
  const [path, body] = ORDERS[type] ?? ['event', { event: type }];
  await gateway.call('POST', `/sandbox/${name}/${path}`, body);
  const text = `${type} was published in the sandbox of ${instanceName}; it is delivered like every other event`;
  await terminal.say(text, { event: type, instance: instanceName, how: 'sandbox' });
  return EXIT.stopped;
};

function typeIn(text: string): EventType {
  const found = EVENT_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  const hint = didYouMean(text, EVENT_TYPES) ?? `events are ${EVENT_TYPES.join(', ')}`;
  throw new UsageFault(`unknown event ${JSON.stringify(text)}: ${hint}`);
}

/** The sample is posted once to the webhook of the instance, and recorded nowhere. */
async function sendSample(gateway: Gateway, name: string, event: EventType, terminal: Terminal) {
  const { body } = await gateway.call('POST', `/webhook/test/${encodeURIComponent(name)}`, {
    event,
  });
  const { delivered, status, durationMs } = body as Record<string, unknown>;
  const how = `a sample of ${event} was posted to the webhook of ${name}`;
  const answered = status === null ? 'no answer came' : `it answered ${status} in ${durationMs} ms`;
  await terminal.say(`${how}: ${answered}`, {
    event,
    instance: name,
    how: 'sample',
    ...(body as object),
  });
  return delivered === true ? EXIT.stopped : EXIT.failedCheck;
}
