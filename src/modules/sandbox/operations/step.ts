/** Shared parts of the sandbox operations, and those that answer one sentence. */

import type { Static, TObject } from '@sinclair/typebox';
import type { RouteExample } from '../../../core/http/route-detail.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { invalid } from '../../../core/shared/errors.ts';
import {
  checkedBody,
  Done,
  type GatewayParts,
  instanceFor,
  instanceOperation,
  type Operation,
  type Target,
} from '../../gateway/api.ts';
import type { SandboxSession } from '../driver.ts';

/** The session of an instance; 400 when it is not of the sandbox. */
export function sandboxIn({ sessions }: GatewayParts, record: InstanceRecord): SandboxSession {
  if (record.provider !== 'sandbox')
    throw invalid(`${record.name} is not an instance of the sandbox`);
  // The cast: no session of another provider answers to that name.
  return sessions.sessionOf(record) as SandboxSession;
}

const target: Target = (parts, { request, params }) => {
  const record = instanceFor({ request }, parts.directory, params.instanceName ?? '');
  sandboxIn(parts, record);
  return record;
};

const NOT_OURS = {
  unaudited: 'It stands for what a phone and contacts do, and no audit has that of a real account.',
};

/** Shared declarations: an instance of another provider is refused before the body is read. */
export const ofSandbox = {
  tag: 'Sandbox',
  target,
  resolveInstanceBeforeBody: true,
  audit: NOT_OURS,
} as const;

/** Something that happens outside, and is answered with one sentence. */
interface Step<B extends TObject | undefined> {
  readonly summary: string;
  readonly description?: string;
  readonly body?: B;
  readonly example?: RouteExample;
  /** The sentence of the answer. */
  readonly said: string | ((body: BodyOf<B>) => string);
  run(sandbox: SandboxSession, body: BodyOf<B>, record: InstanceRecord): Promise<unknown>;
}
type BodyOf<B> = B extends TObject ? Static<B> : undefined;

/**
 * POST /sandbox/{instanceName}/{name}. A caller that plays the phone and its contacts can pair and log out, as `connect`
 * can.
 */
export const step = <B extends TObject | undefined = undefined>(
  name: string,
  { body: schema, said, run, ...declared }: Step<B>,
): Operation =>
  instanceOperation(`POST /sandbox/:instanceName/${name}`, {
    ...ofSandbox,
    ...declared,
    scope: 'connect',
    ...(schema && { body: checkedBody(schema) }),
    answer: Done,
    failures: ['CONFLICT'],
    async run(parts, { instance, body: checked }) {
      // The cast: it has been checked against the schema.
      const body = checked as BodyOf<B>;
      await run(sandboxIn(parts, instance), body, instance);
      return { success: true as const, message: typeof said === 'string' ? said : said(body) };
    },
  });
