/** Where the templates of an instance are, by its provider. */
import type { ProviderName } from '../../providers/provider.ts';
import type { TemplateSource } from '../../providers/templates.ts';
import { invalid } from '../../shared/errors.ts';
import type { InstanceDirectory, InstanceRecord } from '../instance/directory.ts';

/** Providers that are missing here have no templates. */
export type TemplateSources = Partial<Record<ProviderName, TemplateSource>>;

export interface TemplateDeps {
  readonly directory: InstanceDirectory;
  readonly sources: TemplateSources;
}

/** 400 when its provider has none. */
export function sourceOf(sources: TemplateSources, { provider }: InstanceRecord): TemplateSource {
  const source = sources[provider];
  if (source === undefined) throw invalid(`${provider} instances have no templates`);
  return source;
}
