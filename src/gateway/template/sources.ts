/** Where the templates of an instance are, by its provider. */
import type { ProviderName } from '../../providers/provider.ts';
import { invalid } from '../../shared/errors.ts';
import type { InstanceDirectory, InstanceRecord } from '../instance/directory.ts';
import type { TemplateSource } from './store.ts';

export interface TemplateDeps {
  readonly directory: InstanceDirectory;
  /** Providers that are missing here have no templates. */
  readonly sources: Partial<Record<ProviderName, TemplateSource>>;
}

/** 400 when its provider has none. */
export function sourceOf(
  sources: TemplateDeps['sources'],
  { provider }: InstanceRecord,
): TemplateSource {
  const source = sources[provider];
  if (source === undefined) throw invalid(`${provider} instances have no templates`);
  return source;
}
