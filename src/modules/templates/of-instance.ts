/** The templates of an instance: those of its account at Meta, or those that are stored here. */

import type { InstanceRecord } from '../../core/instances/directory.ts';
import { showsTemplates } from '../../core/providers/all.ts';
import type { Templates } from '../../core/providers/templates.ts';
import type { GatewayParts } from '../gateway/api.ts';
import { problemsAsText } from './as-text.ts';
import { createStoredTemplates } from './store.ts';

export function templatesOf(
  { db, clock, cloudOf }: Pick<GatewayParts, 'db' | 'clock' | 'cloudOf'>,
  record: InstanceRecord,
): Templates {
  const atMeta = cloudOf(record);
  if (atMeta !== null) return atMeta.templates;
  const stored = { orm: db.orm, clock, instanceId: record.id };
  return createStoredTemplates(
    showsTemplates(record.provider) ? stored : { ...stored, problemsOf: problemsAsText },
  );
}
