/** Finds the templates of an instance by its provider. */

import type { InstanceRecord } from '../instances/directory.ts';
import type { ProviderName } from '../providers/provider.ts';
import type { Templates } from '../providers/templates.ts';
import { AppError } from '../shared/errors.ts';

/** Providers that are missing here have no templates. */
export type TemplateSources = Partial<
  Record<ProviderName, (instance: InstanceRecord) => Templates>
>;

/** Throws 400 when its provider has none. */
export function templatesOf(sources: TemplateSources, instance: InstanceRecord): Templates {
  const source = sources[instance.provider];
  if (source === undefined)
    throw new AppError('invalid', `${instance.provider} instances have no templates`, {
      kind: 'no_template',
    });
  return source(instance);
}
