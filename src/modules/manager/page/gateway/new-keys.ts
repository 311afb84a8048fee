/** Keys of instances that this page has just made: shown until it is left, and stored nowhere. */
import { signal } from '@preact/signals';

export const newKeys = signal<ReadonlyMap<string, string>>(new Map());

export function keepNewKey(instanceName: string, key: string): void {
  newKeys.value = new Map([...newKeys.value, [instanceName, key]]);
}
