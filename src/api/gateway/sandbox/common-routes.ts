/** What the routes of /sandbox have in common. */
import type { Static, TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { InstanceDirectory, InstanceRecord } from '../../../instances/directory.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import type { SandboxSession } from '../../../providers/sandbox/driver.ts';
import { invalid } from '../../../shared/errors.ts';
import { instanceFor } from '../guard.ts';
import { Done } from '../instance/model.ts';
import { connectedFailures, instanceParams } from '../operation.ts';

export interface SandboxDeps {
  readonly directory: InstanceDirectory;
  /** The instance's session, opened when it has none; null when it is not of the sandbox. */
  readonly sandboxOf: (record: InstanceRecord) => SandboxSession | null;
}

export const tagged = (security: Security) => ({ tags: ['Sandbox'], security });
/** A caller that plays the phone and its contacts can pair and log out, as `connect` can. */
export const documented = (summary: string, description?: string) => ({
  ...tagged(needs('connect')),
  summary,
  ...(description !== undefined && { description }),
});
/** What an operation declares that takes a body and answers that it is done. */
export const acting = <B extends TSchema>(body: B, summary: string, description?: string) => ({
  params: instanceParams,
  body,
  response: { 200: Done, ...connectedFailures },
  detail: documented(summary, description),
});
export const done = (message: string) => ({ success: true as const, message });

/** Routes that find `record` and `sandbox` in their context, refused before their body is looked at. */
export const sandboxOnly = ({ directory, sandboxOf }: SandboxDeps, name: string) =>
  new Elysia({ name }).derive(({ request, params }) => {
    const { instanceName = '' } = params;
    const record = instanceFor({ request }, directory, instanceName);
    const sandbox = record.provider === 'sandbox' ? sandboxOf(record) : null;
    if (sandbox === null) throw invalid(`${record.name} is not an instance of the sandbox`);
    return { record, sandbox };
  });

/** What happens outside by one request, answered with a sentence alone. */
export interface Step<B extends TSchema = TSchema> {
  /** What follows the instance's name in the path. */
  readonly name: string;
  readonly body: B;
  readonly summary: string;
  readonly description?: string;
  /** What the answer says once it is done. */
  readonly said: string | ((body: Static<B>) => string);
  readonly run: (
    sandbox: SandboxSession,
    body: Static<B>,
    record: InstanceRecord,
  ) => Promise<unknown>;
}

/** Gives the body's own type to the parts of a step. The cast: its route checks every body against that schema. */
export const stepOf = <B extends TSchema>(one: Step<B>): Step => one as unknown as Step;

/** POST /sandbox/{instanceName}/{name} */
export const stepRoute = (
  deps: SandboxDeps,
  { name, body, summary, description, said, run }: Step,
) =>
  sandboxOnly(deps, `sandbox-${name}`).post(
    `/sandbox/:instanceName/${name}`,
    async (context) => {
      await run(context.sandbox, context.body, context.record);
      return done(typeof said === 'string' ? said : said(context.body));
    },
    acting(body, summary, description),
  );
