/** What is remembered of instances that another node has had meanwhile, in maps keyed by `<instance id>/…`. */

/** Removes it; one pass however many they are. */
export function forgetInstances(
  remembered: Map<string, unknown>,
  instanceIds: ReadonlySet<string>,
): void {
  for (const key of remembered.keys())
    if (instanceIds.has(key.slice(0, key.indexOf('/')))) remembered.delete(key);
}
