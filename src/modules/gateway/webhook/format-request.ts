/** The fields that say in which shape a webhook of an instance wants its deliveries. */
import { Type } from '@sinclair/typebox';
import {
  type FieldError,
  fieldError,
  oneOf,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import { FORMATS, type Format } from '../../../core/webhooks/format/formats.ts';
import { type KeyContext, tokenFor } from '../../../core/webhooks/instance-token.ts';

const DESCRIPTION =
  "`evolution-api` and `evolution-go` give deliveries the shape of those systems, `whatsapp-cloud` that of Meta's webhooks. `evolution-go` puts the key of the instance into every body as `instanceToken`, so the request must be made with that key";

const Formats = (description: string) => ({ ...words(...FORMATS), description });

/** An absent format leaves the one that was chosen, or null if none ever was. */
export const FormatField = parsedBy(
  Type.Optional(
    Formats(
      `Format of the bodies. Defaults to the one that was chosen before, otherwise to that of the service (\`gatehouse\`, unless WEBHOOK_FORMAT or EVOLUTION_MODE say another). ${DESCRIPTION}`,
    ),
  ),
  (value, context: KeyContext): Format | null | FieldError => {
    const format = value === undefined ? context.stored.format : oneOf(FORMATS)(value);
    if (format !== 'evolution-go') return format;
    return tokenFor(context) === null ? fieldError('format_needs_own_key') : format;
  },
);

/** An absent format changes nothing. */
export const FormatChange = parsedIfPresent(
  Formats(`Format of the bodies. ${DESCRIPTION}`),
  oneOf(FORMATS),
);
