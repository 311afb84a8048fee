/** Removes the entries of these instances from a cache keyed by `<instance id>/…`, in one pass. */
export function forgetInstances(
  remembered: Map<string, unknown>,
  instanceIds: ReadonlySet<string>,
): void {
  for (const key of remembered.keys())
    if (instanceIds.has(key.slice(0, key.indexOf('/')))) remembered.delete(key);
}
