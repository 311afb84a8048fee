/** In which shape a webhook of an instance wants its deliveries, as callers say it, and the key that one shape carries. */
import { Type } from '@sinclair/typebox';
import { oneOf, readBy, readIfGiven, type Wrong, words, wrong } from '../../http/read-fields.ts';
import { invalid, messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { FORMATS, type Format } from '../../webhooks/format/formats.ts';
import type { EventSettings, EventSettingsStore } from './settings.ts';

const DESCRIPTION =
  '`evolution-api` and `evolution-go` give deliveries the shape of those systems. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key';

const NO_KEY =
  'evolution-go puts the key of the instance into every body, and the service keeps keys as hashes alone: make this request with the key of the instance, or give `token` when it is created';

interface KeyContext {
  /** The key of the instance, if the request carried it. */
  readonly key?: string | null;
  readonly stored: Pick<EventSettings, 'format' | 'instanceToken'>;
}

const Formats = (description: string) => ({ ...words(...FORMATS), description });

/** Absent: gatehouse. */
export const FormatField = readBy(
  Type.Optional(Formats(`The form of the bodies, default \`gatehouse\`. ${DESCRIPTION}`)),
  (value = 'gatehouse', context: KeyContext): Format | Wrong => {
    const format = oneOf(FORMATS)(value);
    if (format !== 'evolution-go') return format;
    return tokenFor(context) === null ? wrong(`must be another: ${NO_KEY}`) : format;
  },
);

/** Absent: as it is. */
export const FormatChange = readIfGiven(
  Formats(`The form of the bodies. ${DESCRIPTION}`),
  oneOf(FORMATS),
);

/** The key that bodies are to carry; whoever names it anew may know another than the stored one. Null: there is none. */
export const tokenFor = ({ key = null, stored }: KeyContext): string | null =>
  key ?? (stored.format === 'evolution-go' ? stored.instanceToken : null);

/**
 * What a partial change means for the stored key: forgotten with its format, and replaced by that of the request where
 * format or URL change, so that no narrower key can send a wider one elsewhere. 400 when none is known.
 */
export function tokenChange(
  stored: EventSettings,
  { format, webhookUrl }: Partial<EventSettings>,
  key: string | null,
): Pick<EventSettings, 'instanceToken'> | null {
  if (format === undefined && webhookUrl === undefined) return null;
  if ((format ?? stored.format) !== 'evolution-go') return { instanceToken: null };
  const instanceToken = tokenFor({ key, stored });
  if (instanceToken === null) throw invalid(`format must be another: ${NO_KEY}`);
  return { instanceToken };
}

/** Puts the key that replaced another into the bodies that carried that. The new key counts even when this fails. */
export async function renewToken(
  { settings, log }: { readonly settings: EventSettingsStore; readonly log: Log },
  { id, token }: { readonly id: string; readonly token: string },
): Promise<void> {
  if (settings.get(id)?.format !== 'evolution-go') return;
  try {
    await settings.update(id, ({ format }) =>
      format === 'evolution-go' ? { instanceToken: token } : {},
    );
  } catch (error) {
    const problem = messageOf(error);
    log.warn('deliveries go on with the former instanceToken', { instanceId: id, problem });
  }
}
