/** The shapes of the webhook operations, as the documentation shows them. */
import { Type } from '@sinclair/typebox';

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

export const TestResult = Type.Object({
  delivered: Type.Boolean(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  durationMs: Type.Integer(),
  body: Type.Union([Type.String(), Type.Null()], {
    description: "The first 1 KiB of the receiver's answer; without an answer, why there is none",
  }),
});
