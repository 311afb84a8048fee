/** The shapes of the webhook operations, as the documentation shows them. */
import { Type } from '@sinclair/typebox';

/** Shown in the documentation; `parseSetRequest` does the checking, so that one answer names every wrong field. */
export const WebhookSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    url: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: 'http or https; required while enabled is true',
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.String(), {
        description: 'ALL, event types or categories, in any case; absent or empty: ALL',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'At most 20 extra headers. A masked value (********) keeps what is stored under that name, while scheme, host and port of `url` stay the same.',
      }),
    ),
    base64: Type.Optional(
      Type.Boolean({ description: 'Media inside the body; absent: as WEBHOOK_FILES says' }),
    ),
  },
  { additionalProperties: true },
);

export const Webhook = Type.Object({
  enabled: Type.Boolean(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  headers: Type.Record(Type.String(), Type.String(), { description: 'Values are masked' }),
  base64: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'null: as WEBHOOK_FILES says',
  }),
});

export const SigningSecret = Type.Object({
  secret: Type.String({ description: 'whsec_ and 32 bytes in base64' }),
});

export const TestRequest = Type.Object({
  event: Type.Optional(Type.String({ description: 'An event type, in any case; default Message' })),
});

export const TestResult = Type.Object({
  delivered: Type.Boolean(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  durationMs: Type.Integer(),
  body: Type.Union([Type.String(), Type.Null()], {
    description: "The first 1 KiB of the receiver's answer; without an answer, why there is none",
  }),
});
