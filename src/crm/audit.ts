/** The ordinary audit entries of a change. Records are given as answers show them. */
import type { Audit } from './audited-commit.ts';
import type { AuditedResource } from './permissions/catalogue.ts';

interface Shown {
  readonly id: string;
}

export const created = (resource: AuditedResource, after: Shown): Audit => ({
  action: 'create',
  resource,
  resourceId: after.id,
  before: null,
  after,
});

/** `action`: when the resource has a word of its own for the change. */
export const changed = (
  resource: AuditedResource,
  before: Shown,
  after: Shown,
  action = 'update',
): Audit => ({
  action,
  resource,
  resourceId: before.id,
  before,
  after,
});

export const deleted = (resource: AuditedResource, before: Shown): Audit => ({
  action: 'delete',
  resource,
  resourceId: before.id,
  before,
  after: null,
});
