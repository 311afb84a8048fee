/** The form in which a reader gets events: its own choice, or the default of the deployment. */
import {
  type BodyReceiver,
  DEFAULT_SHAPE,
  type Format,
  type FormatFacts,
  isRepeated,
  partsFor,
  withoutKeys,
} from '../../../core/webhooks/format/formats.ts';
import type { WantedTypes } from './frames.ts';
import type { FrameShape } from './reader.ts';

/**
 * Returns null when bodies are sent as they are stored. Readers with the same arguments get the same function, so that
 * what it makes of an event is made once. `showsKeys`: whether the reader may see keys of instances.
 */
export type ShapeFor = (format: Format | null, showsKeys: boolean) => FrameShape | null;

export function createShapes(facts: FormatFacts, wanted: WantedTypes): ShapeFor {
  const gets: BodyReceiver['gets'] = (type, id) => wanted(id)?.has(type) ?? false;
  const keyless = withoutKeys(facts);
  const made = new Map<string, FrameShape | null>();
  const make = (format: Format, showsKeys: boolean): FrameShape | null => {
    const receiver = { address: null, gets };
    const shown = showsKeys ? facts : keyless;
    const { reshape, reasonToSkip } = partsFor({ ...DEFAULT_SHAPE, format }, receiver, shown);
    if (reshape === undefined) return null;
    if (reasonToSkip !== undefined)
      return (body) => (reasonToSkip(body) === null ? reshape(body).body : null);
    if (format !== 'evolution-api') return (body) => reshape(body).body;
    return (body) => (isRepeated(body, gets) ? null : reshape(body).body);
  };
  return (chosen, showsKeys) => {
    const format = chosen ?? facts.defaultFormat;
    return made.getOrInsertComputed(`${format} ${showsKeys}`, () => make(format, showsKeys));
  };
}
