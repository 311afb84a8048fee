/** Builds what the engine needs to know of a webhook of either zone: where it is, which events it gets, and in which form. */
import type { BodyFields, Target } from '../events/contract/channel.ts';
import { failure } from '../outbound/failure-reason.ts';
import { messageOf } from '../shared/errors.ts';
import { maskUrl } from '../shared/mask-url.ts';
import { sentenceOf } from '../shared/reasons/problems.ts';
import type { WebhookSettings } from './event-settings.ts';
import { compileFilter, type Filter, type FilterFailures } from './filter/filter.ts';
import {
  apartFromFile,
  type BodyReceiver,
  type FormatFacts,
  type FormatParts,
  inAscii,
  maskedBody,
  partsFor,
  type Shape,
  withFile,
} from './format/formats.ts';
import { stillSigning, type WebhookSecrets } from './secrets.ts';
import { compileTransform, JSON_TYPE, type Transform } from './transform/transform.ts';
import { isObject } from './value-problems.ts';

/** Returns an unsigned target without extra headers; `address` is a URL that was checked. */
export function webhookTarget(address: string): Target {
  const url = new URL(address);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return {
    channel: 'webhook',
    host: `${url.hostname.toLowerCase()}:${port}`,
    address,
    maskedAddress: maskUrl(address),
    headers: {},
    secrets: [],
    base64: null,
  };
}

type SentTo = Pick<
  WebhookSettings,
  'autoDisable' | 'headers' | 'ordering' | 'retry' | 'url' | keyof WebhookSecrets
> & { readonly base64: boolean | null };

/**
 * Returns the target of a webhook at a moment (steady ms): after a rotation the former secrets also sign for a while. The
 * same object is returned as long as the same secrets sign.
 */
export function endpointTarget(
  { url, headers, base64, retry, ordering, autoDisable, ...secrets }: SentTo,
  bodies: Bodies,
): (now: number) => Target {
  const { secret, formerSecrets } = secrets;
  const settled = {
    ...webhookTarget(url),
    headers,
    base64,
    secrets: [secret],
    watch: { disables: autoDisable },
    ...(retry && { retry }),
    ...(ordering === 'none' && { isUnordered: true }),
    ...bodies,
  };
  if (formerSecrets.length === 0) return () => settled;
  let rotating = settled;
  return (now) => {
    const signing = stillSigning(secrets, now);
    if (rotating.secrets.length !== signing.length + 1)
      rotating = { ...settled, secrets: [secret, ...signing.map((former) => former.secret)] };
    return rotating;
  };
}

/** The settings of an endpoint for its events and bodies. */
export interface BodySettings extends Shape {
  /** Null if every event of its list is sent. */
  readonly filter: Filter | null;
  /** Null if bodies are sent as their format has them. */
  readonly transform: Transform | null;
}

/** The part of a target that concerns events and bodies. */
export type Bodies = FormatParts & Pick<Target, 'transform'>;

/** Compiles the settings of an endpoint. A filter that cannot be compiled or decided delivers. */
export function bodiesOf(
  settings: BodySettings,
  receiver: BodyReceiver,
  facts: FormatFacts,
  failed: ReturnType<FilterFailures['of']>,
): Bodies {
  const { filter, transform } = settings;
  const parts = partsFor(settings, receiver, facts);
  return {
    ...parts,
    ...(transform && { transform: transformBy(transform, parts) }),
    ...(filter && { wants: wantsBy(filter, maskedBody(settings, receiver, facts), failed) }),
  };
}

/**
 * Returns the function that makes the body to send. Nothing is sent of a body that cannot be made. JSON that is signed
 * as Meta signs it is in ASCII, as the format itself is; a text stays as its template has it.
 */
export function transformBy(
  transform: Transform,
  { signsAsHub }: Pick<FormatParts, 'signsAsHub'>,
): NonNullable<Target['transform']> {
  const compiled = compileTransform(transform);
  if ('problems' in compiled) {
    // It was stored by a version that knows more.
    const problem = failure('transform_failed', sentenceOf(compiled.problems));
    return () => ({ problem });
  }
  return (body, stored) => {
    const { body: small, file } = apartFromFile(body);
    const shaped: unknown = JSON.parse(small);
    const event = body === stored ? shaped : JSON.parse(apartFromFile(stored).body);
    const made = compiled.apply(shaped, event);
    if ('problem' in made) return { problem: failure('transform_failed', made.problem) };
    const isEscaped = signsAsHub === true && made.contentType === JSON_TYPE;
    const whole = withFile(isEscaped ? inAscii(made.body) : made.body, file);
    return whole === null
      ? { problem: failure('transform_failed', 'the file would be in the body more than once') }
      : { ...made, body: whole };
  };
}

/** Events from the log have a marker in place of the file. */
function withoutFile(event: BodyFields): BodyFields {
  const { data } = event;
  if (!isObject(data) || !isObject(data.Message) || data.Message.base64 === undefined) return event;
  const { base64: _, ...message } = data.Message;
  return { ...event, data: { ...data, Message: message } };
}

function wantsBy(
  filter: Filter,
  bodyOf: (event: BodyFields) => unknown,
  failed: (event: BodyFields, reason: string) => void,
): NonNullable<Target['wants']> {
  const compiled = compileFilter(filter);
  return (event, budget) => {
    try {
      const body = bodyOf(withoutFile(event));
      if (body === null) return false;
      if ('test' in compiled) return compiled.test(body, budget);
      // It was stored by a version that knows more operators.
      failed(event, sentenceOf(compiled.problems));
    } catch (error) {
      failed(event, messageOf(error));
    }
    return true;
  };
}
