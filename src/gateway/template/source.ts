/** The port behind the template operations: where a provider's templates are. */
import type { InstanceRecord } from '../instance/directory.ts';
import type { TemplateDraft } from './draft.ts';
import type { Template } from './model.ts';

export interface TemplateSource {
  find(instance: InstanceRecord): Promise<Template[]>;
  /** Throws a conflict when the instance has a template of that name and language. */
  create(instance: InstanceRecord, draft: TemplateDraft): Promise<Template>;
}
