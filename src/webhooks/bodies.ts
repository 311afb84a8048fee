/** What an endpoint gets: which events, and in which form. */
import type { BodyFields, Target } from '../events/contract/channel.ts';
import { messageOf } from '../shared/errors.ts';
import type { FilterFailures } from './filter/failures.ts';
import { compileFilter, type Filter } from './filter/filter.ts';
import {
  type BodyReceiver,
  type FormatFacts,
  reshapeFor,
  type Shape,
  shownBody,
} from './format/formats.ts';

/** What its owner has set of an endpoint's events and bodies. */
export interface BodySettings extends Shape {
  /** Null if every event of its list is sent. */
  readonly filter: Filter | null;
}

/** The part of a target that concerns events and bodies. */
export type Bodies = Pick<Target, 'reshape' | 'wants'>;

/** Compiles the settings of an endpoint. A filter that cannot be compiled or decided delivers. */
export function bodiesOf(
  settings: BodySettings,
  receiver: BodyReceiver,
  facts: FormatFacts,
  failed: ReturnType<FilterFailures['of']>,
): Bodies {
  const reshape = reshapeFor(settings, receiver, facts);
  const { filter } = settings;
  return {
    ...(reshape && { reshape }),
    ...(filter && { wants: wantsBy(filter, shownBody(settings, receiver, facts), failed) }),
  };
}

function wantsBy(
  filter: Filter,
  bodyOf: (event: BodyFields) => unknown,
  failed: (event: BodyFields, reason: string) => void,
): (event: BodyFields) => boolean {
  const compiled = compileFilter(filter);
  return (event) => {
    try {
      if ('test' in compiled) return compiled.test(bodyOf(event));
      // It was stored by a version that knows more operators.
      failed(event, compiled.problems.map(({ path, problem }) => `${path} ${problem}`).join('; '));
    } catch (error) {
      failed(event, messageOf(error));
    }
    return true;
  };
}
